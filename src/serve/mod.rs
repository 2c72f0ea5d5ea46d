//! `tern serve`: a page in the browser to play, analyse and learn in.
//!
//! The server knows nothing of games. It hands out the files of the page, and for every WebSocket it runs one engine: each
//! text frame is one line of the protocol, both ways, unaltered. Whatever the page shows comes out of that conversation.
//!
//! Nobody else gets in: the server listens at 127.0.0.1 only, the Host of every request must be that address, the Origin of
//! every socket the page's own, and with every socket comes the token that is printed at the start. A page chooses among the
//! engines of the command line and never names a command. What it can use up is bounded: sockets, the length of lines, Hash,
//! Threads, the time it may say nothing, and what waits for one who does not read.
//!
//! ```
//! use tern::serve::Server;
//!
//! let server = Server::bind(&Default::default(), &std::env::current_exe()?)?;
//! println!("{}", server.address());
//! server.stopper().stop();
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arguments;
mod assets;
mod bundle;
mod conversation;
mod engines;
mod farewell;
mod guard;
mod limits;
mod server;

pub use arguments::ServeArguments;
pub use engines::RosterError;
pub use server::{ServeError, Server, Stopper};
