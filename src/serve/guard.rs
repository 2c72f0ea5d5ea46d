//! Who may talk to the server: the page that it handed out, opened by whoever saw the address, and nobody else.

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use thiserror::Error;

/// The protocol that a socket names, beside the token.
pub(super) const SUBPROTOCOL: &str = "tern";

/// What must be right in a request.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// How the server may be called.
    hosts: [String; 2],
    token: String,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    /// A name that leads here by somebody's trick: DNS rebinding.
    #[error("this is not the host you are looking for")]
    Host,
    /// Another page in the same browser.
    #[error("only the page of tern itself may open a socket")]
    Origin,
    /// Somebody who has not seen the address.
    #[error("the token is missing or wrong; open the address that tern serve has printed")]
    Token,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (StatusCode::FORBIDDEN, self.to_string()).into_response()
    }
}

impl Guard {
    /// For the server at this port, with a new token.
    pub(super) fn new(port: u16) -> Self {
        let token = format!("{:032x}", rand::random::<u128>());
        Self { hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")], token }
    }

    /// Where a person finds the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/#{}", self.hosts[0], self.token)
    }

    /// Every request must be for us by our own name.
    pub(super) fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, &HOST).ok_or(Refusal::Host)?;
        if self.hosts.iter().any(|own| own == host) { Ok(()) } else { Err(Refusal::Host) }
    }

    /// A socket must come from our own page, with the token among its protocols.
    pub(super) fn check_socket(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://")).ok_or(Refusal::Origin)?;
        if !self.hosts.iter().any(|own| own == origin) {
            return Err(Refusal::Origin);
        }
        let protocols = only(headers, &SEC_WEBSOCKET_PROTOCOL).ok_or(Refusal::Token)?;
        if protocols.split(',').any(|word| self.is_token(word.trim())) { Ok(()) } else { Err(Refusal::Token) }
    }

    /// Any other question must bring the token like a password.
    pub(super) fn check_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let given = only(headers, &AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        if given.is_some_and(|word| self.is_token(word)) { Ok(()) } else { Err(Refusal::Token) }
    }

    /// Compares all of it, so that the time says nothing about where the difference is.
    fn is_token(&self, word: &str) -> bool {
        let difference = word.bytes().zip(self.token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        word.len() == self.token.len() && difference == 0
    }
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?.to_str().ok();
    if values.next().is_some() { None } else { first }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(HeaderName, &str)]) -> HeaderMap {
        lines.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_our_own_names_are_hosts() {
        let guard = Guard::new(7077);
        let check = |host: &str| guard.check_host(&headers(&[(HOST, host)]));
        assert_eq!(check("127.0.0.1:7077"), Ok(()));
        assert_eq!(check("localhost:7077"), Ok(()));
        for host in ["127.0.0.1", "127.0.0.1:7078", "evil.example:7077", "localhost.evil.example:7077", ""] {
            assert_eq!(check(host), Err(Refusal::Host), "{host}");
        }
        assert_eq!(guard.check_host(&HeaderMap::new()), Err(Refusal::Host));
    }

    #[test]
    fn a_socket_needs_our_origin_and_the_token() {
        let guard = Guard::new(7077);
        let check = |origin: &str, protocols: &str| {
            guard.check_socket(&headers(&[(ORIGIN, origin), (SEC_WEBSOCKET_PROTOCOL, protocols)]))
        };
        let right = format!("tern, {}", guard.token);
        assert_eq!(check("http://localhost:7077", &right), Ok(()));
        for origin in ["null", "http://evil.example", "https://localhost:7077", "http://localhost:80", "localhost:7077"]
        {
            assert_eq!(check(origin, &right), Err(Refusal::Origin), "{origin}");
        }
        for protocols in ["tern", "", "tern, 0000", &format!("tern, {}0", guard.token)] {
            assert_eq!(check("http://127.0.0.1:7077", protocols), Err(Refusal::Token), "{protocols}");
        }
    }

    #[test]
    fn tokens_differ() {
        assert_ne!(Guard::new(1).token, Guard::new(1).token);
    }
}
