//! GNU Go is of the same opinion, but for the questions of which the file says that it differs and why.

use crate::known::opinion::GnuGo;
use crate::known::positions::Known;

#[test]
fn gnu_go_differs_only_where_it_is_known_to() {
    let mut gnu_go = GnuGo::start();
    let (mut agreed, mut asked) = (0, 0);
    let mut news = Vec::new();
    for known in Known::all() {
        for question in &known.questions {
            gnu_go.tell(&known.go, &known.position);
            let opinion = gnu_go.opinion(&known.position, question.goal, question.first);
            asked += 1;
            agreed += usize::from(opinion == question.status);
            let expected = match &question.gnu_go {
                Some((other, why)) => {
                    assert_ne!(*other, question.status, "{}: {why}", known.name);
                    *other
                }
                None => question.status,
            };
            if opinion != expected {
                let asked = question.asked();
                news.push(format!(
                    "{}, {asked}: {opinion:?}, not {expected:?}",
                    known.name
                ));
            }
        }
    }
    println!("GNU Go agrees in {agreed} of {asked} questions");
    assert!(news.is_empty(), "\n{}", news.join("\n"));
}
