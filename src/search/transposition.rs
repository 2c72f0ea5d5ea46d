//! The transposition table: what earlier visits found out about a position, shared by all threads without locks.

use super::huge_pages;
use super::value::Value;
use bytemuck::allocation::try_zeroed_vec;
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use thiserror::Error;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true value is not larger.
    Upper = 1,
    /// The true value is not smaller.
    Lower = 2,
    /// It is the true value, to the stored depth.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move as [`to_bits`](crate::game::GameMove::to_bits) gives it, 0 for none.
    pub best: u32,
    /// The value, as seen from the position itself.
    pub value: Value,
    /// How deep it was searched.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
}

/// Slots that share a cache line; a position may be stored in any of them.
const SLOTS: usize = 4;
/// An entry packed into one word, and the key mixed with that word in a second.
const WORDS: usize = 2 * SLOTS;
const BUCKET_BYTES: usize = WORDS * size_of::<u64>();

/// Words of the smallest page of memory that systems have.
const PAGE_WORDS: usize = 4096 / size_of::<u64>();

/// Ages count modulo this, so as to fit the packed entry.
const AGES: u8 = 64;

/// There is not enough memory for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a hash table of {megabytes} MiB cannot be allocated")]
pub struct OutOfMemory {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// The table.
///
/// Each slot is two words: the packed entry, and the key exclusive-or the packed entry. Two threads may write a slot at the
/// same time and leave words of different entries; then the key no longer matches and the slot is taken for empty.
pub struct Table {
    words: Vec<AtomicU64>,
    /// The first word that starts a cache line.
    first: usize,
    buckets: usize,
    age: AtomicU8,
    /// Whether anything may have been stored since the table was last clear.
    used: AtomicBool,
}

impl Table {
    /// A table of about this many mebibytes, at least one. The memory is only touched when it is used.
    pub fn new(megabytes: usize) -> Result<Self, OutOfMemory> {
        let error = OutOfMemory { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(error)?;
        let buckets = bytes / BUCKET_BYTES;
        let words: Vec<AtomicU64> = try_zeroed_vec((buckets + 1) * WORDS).map_err(|()| error)?;
        huge_pages::advise(&words);
        let first = words.as_ptr().align_offset(BUCKET_BYTES).min(WORDS);
        Ok(Self { words, first, buckets, age: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// Removes all entries.
    pub fn clear(&self) {
        if !self.used.swap(false, Ordering::Relaxed) {
            return;
        }
        for word in &self.words {
            // Memory that was never written stays untouched: a table may be larger than what is there.
            if word.load(Ordering::Relaxed) != 0 {
                word.store(0, Ordering::Relaxed);
            }
        }
        self.age.store(0, Ordering::Relaxed);
    }

    /// Has the system provide all the memory now, so that the first search need not wait for it: with huge pages that may take
    /// longer than a short search has. Not during a search, whose entries it might lose.
    pub fn touch(&self) {
        for word in self.words.iter().step_by(PAGE_WORDS) {
            word.store(word.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// A new search begins: older entries are replaced first.
    pub fn begin_search(&self) {
        let age = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
        self.used.store(true, Ordering::Relaxed);
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key { unpack(data) } else { None }
        })
    }

    /// Stores an entry in place of the least valuable one of its bucket.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key).chunks_exact(2) {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                if outweighs(data, age, entry) {
                    return;
                }
                if entry.best == 0 {
                    entry.best = best_of(data);
                }
                place = Some(slot);
                break;
            }
            let worth = worth(data, age);
            if worth < least {
                least = worth;
                place = Some(slot);
            }
        }
        if let Some(slot) = place {
            let data = pack(entry, age);
            slot[0].store(key ^ data, Ordering::Relaxed);
            slot[1].store(data, Ordering::Relaxed);
        }
    }

    /// How full the table is of this search's entries, in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.words[self.first..][..1000.min(self.buckets * SLOTS) * 2];
        let of_this_search = |slot: &&[AtomicU64]| {
            let data = slot[1].load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        };
        let used = sample.chunks_exact(2).filter(of_this_search).count();
        (used * 2000 / sample.len()) as u32
    }

    /// Prefetches the bucket of a key: a third of the time of a search would be spent waiting for memory otherwise.
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.words, self.place(key));
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        &self.words[self.place(key)..][..WORDS]
    }

    /// Where the bucket of a key begins.
    fn place(&self, key: u64) -> usize {
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.first + index * WORDS
    }
}

/// An entry of this search that is deeper by more than this is not replaced.
const DEEPER: u8 = 3;

// A packed entry, from the low bits: best move 24, value 16, depth 8, bound 2, age 6. Never 0, as bounds are not.

fn pack(entry: Entry, age: u8) -> u64 {
    u64::from(entry.best)
        | u64::from(entry.value as i16 as u16) << 24
        | u64::from(entry.depth) << 40
        | (entry.bound as u64) << 48
        | u64::from(age) << 50
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match (data >> 48) & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let value = Value::from((data >> 24) as u16 as i16);
    Some(Entry { best: best_of(data), value, depth: (data >> 40) as u8, bound })
}

fn best_of(data: u64) -> u32 {
    data as u32 & 0x00FF_FFFF
}

fn age_of(data: u64) -> u8 {
    (data >> 50) as u8 % AGES
}

/// Whether an entry must not be replaced: it is of this search and much deeper, perhaps from another thread.
fn outweighs(data: u64, age: u8, entry: Entry) -> bool {
    let depth = (data >> 40) as u8;
    age_of(data) == age && entry.bound != Bound::Exact && depth > entry.depth.saturating_add(DEEPER)
}

/// Deep entries are worth keeping, those of earlier searches less so, empty slots not at all.
fn worth(data: u64, age: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let searches_ago = i32::from((age + AGES - age_of(data)) % AGES);
    i32::from((data >> 40) as u8) - 8 * searches_ago
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scramble;

    fn entry(best: u32) -> Entry {
        Entry { best, value: -29_998, depth: 7, bound: Bound::Lower }
    }

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.probe(5), None);
        table.begin_search();
        table.store(5, entry(0x00FF_FFFF));
        assert_eq!(table.probe(5), Some(entry(0x00FF_FFFF)));
        assert_eq!(table.probe(6), None);
        table.clear();
        assert_eq!(table.probe(5), None);
    }

    #[test]
    fn touching_the_memory_keeps_what_is_in_it() {
        let table = Table::new(1).unwrap();
        for key in 0..1000 {
            table.store(scramble(key), entry(key as u32));
        }
        let before: Vec<_> = (0..1000).map(|key| table.probe(scramble(key))).collect();
        table.touch();
        let after: Vec<_> = (0..1000).map(|key| table.probe(scramble(key))).collect();
        assert_eq!(before, after);
    }

    #[test]
    fn keeps_the_move_when_the_new_entry_has_none() {
        let table = Table::new(1).unwrap();
        table.store(5, entry(77));
        table.store(5, entry(0));
        assert_eq!(table.probe(5), Some(entry(77)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1).unwrap();
        // Keys that differ only in their low bits share a bucket.
        for (key, depth) in [(1, 9), (2, 3), (3, 9), (4, 9)] {
            table.store(key, Entry { depth, ..entry(key as u32) });
        }
        table.store(5, entry(5));
        assert_eq!(table.probe(2), None, "the shallow one went");
        table.begin_search();
        for key in [1, 3, 4] {
            table.store(key, Entry { depth: 1, ..entry(key as u32) });
        }
        table.store(6, entry(6));
        assert_eq!(table.probe(5), None, "the old one went, deep as it was");
    }

    #[test]
    fn a_table_too_large_is_refused() {
        assert_eq!(Table::new(usize::MAX).err(), Some(OutOfMemory { megabytes: usize::MAX }));
    }

    #[test]
    fn fullness_counts_this_search() {
        let table = Table::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        for n in 0..1_000_000 {
            table.store(scramble(n), entry(1));
        }
        assert!(table.hashfull() > 950);
        table.begin_search();
        assert_eq!(table.hashfull(), 0);
    }
}
