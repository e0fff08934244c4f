//! What sta-rs takes to recover the queries of a log, beside what `lethe decode` takes for the same log.
//!
//! sta-rs-peer LOG T: every row of LOG (tab-separated, a header first, the query in the second column) becomes a message, and what
//! T messages share is recovered. One line of JSON says in processor seconds how long making and recovering took.

use std::collections::HashMap;
use std::fs::{read_to_string, File};
use std::io::{BufRead, BufReader};

use sta_rs::{derive_ske_key, load_bytes, share_recover, Message, MessageGenerator, Share, SingleMeasurement};

const EPOCH: &[u8] = b"bench";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let threshold: u32 = arguments[2].parse().expect("T is a number");
    let started = processor_seconds();
    let messages = messages_of(&arguments[1], threshold);
    let made = processor_seconds();
    let (opened, rows_opened) = recover(&messages, threshold);
    let recovered = processor_seconds();
    println!(
        "{{\"making\":{},\"recovering\":{},\"rows\":{},\"opened\":{},\"rowsOpened\":{}}}",
        made - started,
        recovered - made,
        messages.len(),
        opened,
        rows_opened
    );
}

fn messages_of(log: &str, threshold: u32) -> Vec<Message> {
    let lines = BufReader::new(File::open(log).expect("the log opens")).lines().skip(1);
    lines
        .map(|line| {
            let line = line.expect("the log is text");
            let query = line.split('\t').nth(1).expect("a row has a query");
            let generator = MessageGenerator::new(SingleMeasurement::new(query.as_bytes()), threshold, EPOCH);
            let mut randomness = [0u8; 32];
            generator.sample_local_randomness(&mut randomness);
            Message::generate(&generator, &randomness, None).expect("a query makes a message")
        })
        .collect()
}

/// The least that a server can do: group by tag, recover the secret of each tag with messages enough, and open one text of it.
fn recover(messages: &[Message], threshold: u32) -> (usize, usize) {
    let mut by_tag: HashMap<&[u8], Vec<&Message>> = HashMap::new();
    for message in messages {
        by_tag.entry(&message.tag).or_default().push(message);
    }
    let (mut opened, mut rows) = (0, 0);
    for group in by_tag.values().filter(|group| group.len() >= threshold as usize) {
        let shares: Vec<Share> = group.iter().map(|message| message.share.clone()).collect();
        let commune = share_recover(&shares).expect("shares of one tag recover");
        let mut key = vec![0u8; 16];
        derive_ske_key(&commune.get_message(), EPOCH, &mut key);
        let text = group[0].ciphertext.decrypt(&key, "star_encrypt");
        load_bytes(&text).expect("a text opens");
        opened += 1;
        rows += group.len();
    }
    (opened, rows)
}

/// Of this process, which has one thread, so far.
fn processor_seconds() -> f64 {
    let told = read_to_string("/proc/self/schedstat").expect("Linux tells the time of a process");
    let nanoseconds: f64 = told.split(' ').next().and_then(|first| first.parse().ok()).expect("in nanoseconds");
    nanoseconds / 1e9
}
