//! Huge pages for the hash table, where the system has them.

/// Asks the system to back this memory with pages of megabytes instead of kilobytes, so that most entries are found without a
/// walk through the page tables: a tenth more nodes a second in Differo and WaldMeister, a quarter and more in Wali. Where the
/// system does not want to, nothing changes.
#[cfg(all(target_os = "linux", feature = "cli"))]
#[allow(unsafe_code)]
pub(super) fn advise<T>(memory: &[T]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    let range = memory.as_ptr_range();
    let skipped = range.start.cast::<u8>().align_offset(HUGE_PAGE);
    let Some(bytes) = size_of_val(memory).checked_sub(skipped).map(|bytes| bytes - bytes % HUGE_PAGE) else { return };
    let Some(start) = NonNull::new(range.start.cast_mut().cast::<u8>().wrapping_add(skipped)) else { return };
    // SAFETY: whole pages within memory that is borrowed here, and this advice leaves what is in them as it is.
    let advised = unsafe { madvise(start.cast(), bytes, MmapAdvise::MADV_HUGEPAGE) };
    if let Err(error) = advised {
        log::debug!("no huge pages for the hash table: {error}");
    }
}

#[cfg(not(all(target_os = "linux", feature = "cli")))]
pub(super) const fn advise<T>(_memory: &[T]) {}

/// What x86 and most others call huge: two mebibytes.
#[cfg(all(target_os = "linux", feature = "cli"))]
const HUGE_PAGE: usize = 2 << 20;

#[cfg(test)]
mod tests {
    use super::advise;

    #[test]
    fn memory_of_any_size_keeps_what_is_in_it() {
        for words in [0, 1, 1000, 1 << 18, (1 << 19) + 7] {
            let memory: Vec<u64> = (0..words).collect();
            advise(&memory);
            assert!(memory.iter().copied().eq(0..words), "{words}");
        }
    }
}
