//! Search parameters of Wali.

use crate::eval::SearchParams;
use crate::games::wali::{Rules, Wali};

impl<R: Rules> SearchParams for Wali<R> {
    const FUTILITY_MARGIN: i32 = 40;
    const CHILD_FUTILITY_MARGIN: Option<i32> = Some(10);
}
