//! New weights in the old source: numbers change, everything else stays.

use thiserror::Error;

/// Why the source is not what it was taken for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum SourceError {
    #[error("there is no constant {0} in the file")]
    Constant(String),
    #[error("there is no weight {0} with a number where it should be")]
    Weight(String),
}

/// The source with other values for the weights of a constant, which are named there in the same order.
pub(super) fn rewrite(source: &str, constant: &str, weights: &[(&str, i32)]) -> Result<String, SourceError> {
    let declaration = format!("const {constant}:");
    let start = source.find(&declaration).ok_or_else(|| SourceError::Constant(constant.into()))?;
    let (mut done, mut rest) = (source[..start].to_string(), &source[start..]);
    for (name, value) in weights {
        let (before, after) = find_number(rest, name).ok_or_else(|| SourceError::Weight((*name).into()))?;
        done.push_str(before);
        done.push_str(&value.to_string());
        rest = after;
    }
    Ok(done + rest)
}

/// What stands before and after the number that follows `name: `.
fn find_number<'a>(source: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let label = format!("{name}: ");
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let whole_name = |&(at, _): &(usize, &str)| !source[..at].ends_with(is_part_of_name);
    let (at, _) = source.match_indices(&label).find(whole_name)?;
    let (before, number) = source.split_at(at + label.len());
    let after = number.trim_start_matches(|c: char| c == '-' || c.is_ascii_digit());
    (after.len() < number.len()).then_some((before, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "/// tempo: 1\nconst A: W = W { big_one: 3, one: -4, two: 5 };\nconst B: W = W {\n    one: 1,\n};\n";

    #[test]
    fn only_the_numbers_of_the_constant_change() {
        let changed = rewrite(SOURCE, "A", &[("one", 17), ("two", -6)]).unwrap();
        assert_eq!(changed, SOURCE.replace("-4", "17").replace("two: 5", "two: -6"));
        assert_eq!(rewrite(SOURCE, "B", &[("one", 2)]).unwrap(), SOURCE.replace("one: 1", "one: 2"));
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(rewrite(SOURCE, "C", &[]), Err(SourceError::Constant("C".into())));
        assert_eq!(rewrite(SOURCE, "A", &[("three", 1)]), Err(SourceError::Weight("three".into())));
        assert_eq!(rewrite(SOURCE, "B", &[("tempo", 1)]), Err(SourceError::Weight("tempo".into())));
    }
}
