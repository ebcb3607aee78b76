//! What headers and records become: by the safe fixes, and by all.

use sgf_audit_core::fix::{Options, Safety, Selection, fix_bytes};

/// Returns a record as the fixes up to a class leave it, and the number of findings that these can't fix.
fn fixed(record: &str, most: Safety) -> (String, usize) {
    let fixed = fix_bytes(record.as_bytes(), &Options::new(Selection::UpTo(most)));
    let left = fixed.bytes.map(|bytes| String::from_utf8(bytes).expect("UTF-8 stays UTF-8"));
    (left.unwrap_or_else(|| record.to_owned()), fixed.not_fixed.len())
}

fn assert_fixed(record: &str, safe: &str, all: &str) {
    for (most, expected) in [(Safety::Safe, safe), (Safety::Judgement, all)] {
        assert_eq!(fixed(record, most), (expected.to_owned(), 0), "{most:?}: {record}");
    }
}

/// A header, what the safe fixes make of it, and what all do.
#[rustfmt::skip]
const HEADERS: &[[&str; 3]] = &[
    // Dates that mean one day.
    ["DT[26 Jan 2014]", "DT[2014-01-26]", "DT[2014-01-26]"],
    ["DT[2014/1/26]", "DT[2014-01-26]", "DT[2014-01-26]"],
    ["DT[2014年1月26日]", "DT[2014-01-26]", "DT[2014-01-26]"],
    ["DT[03/04/2014]", "DT[03/04/2014]", "DT[03/04/2014]"],
    ["DT[2014-01-26 20:15]", "DT[2014-01-26 20:15]", "DT[2014-01-26 20:15]"],
    ["DT[2014-02-30]", "DT[2014-02-30]", "DT[2014-02-30]"],
    // Ranks that mean one thing. A server's record may name neither event nor server.
    ["WR[3 kyu]", "WR[3k]", "WR[3k]"],
    ["WR[2级?]", "WR[2k?]", "WR[2k?]"],
    ["BR[P9段]WR[9 dan pro]", "BR[9p]WR[9p]", "BR[9p]WR[9p]"],
    ["BR[4D*]", "BR[4d*]", "BR[4d*]"],
    ["BR[九段]WR[9 dan]EV[x]", "BR[九段]WR[9 dan]EV[x]", "BR[9p]WR[9p]EV[x]"],
    ["BR[9段]WR[9段]", "BR[9段]WR[9段]", "BR[9段]WR[9段]"],
    ["BR[五段]WR[5 dan]", "BR[五段]WR[5 dan]", "BR[五段]WR[5 dan]"],
    ["BR[九段]EV[x]PC[Tygem]", "BR[9d]EV[x]PC[Tygem]", "BR[9d]EV[x]PC[Tygem]"],
    ["BR[九段]EV[x]TC[3]TT[0]", "BR[九段]EV[x]TC[3]TT[0]", "BR[9p]EV[x]TC[3]TT[0]"],
    ["BR[3dan]WR[Honinbo 9 dan]", "BR[3dan]WR[Honinbo 9 dan]", "BR[3dan]WR[Honinbo 9 dan]"],
    // SGF's names of rulesets.
    ["RU[japanese]", "RU[Japanese]", "RU[Japanese]"],
    ["RU[中国规则]", "RU[Chinese]", "RU[Chinese]"],
    ["RU[New Zealand]", "RU[NZ]", "RU[NZ]"],
    ["RU[Ing]", "RU[GOE]", "RU[GOE]"],
    ["RU[Japanese 1989]", "RU[Japanese 1989]", "RU[Japanese 1989]"],
    ["RU[Tromp-Taylor]", "RU[Tromp-Taylor]", "RU[Tromp-Taylor]"],
    ["RU[house rules]", "RU[house rules]", "RU[house rules]"],
    // Komi in zi, in words, and under other names: no two of one game.
    ["RU[Chinese]KM[3.75]", "RU[Chinese]KM[3.75]", "RU[Chinese]KM[7.5]"],
    ["KM[6,5]", "KM[6.5]", "KM[6.5]"],
    ["KM[5 1/2]", "KM[5 1/2]", "KM[5.5]"],
    ["KM[0 points]", "KM[0 points]", "KM[0]"],
    ["KM[6½]", "KM[6½]", "KM[6.5]"],
    ["KM[6目半]", "KM[6目半]", "KM[6.5]"],
    ["KM[Komi: 6.5 points]", "KM[Komi: 6.5 points]", "KM[6.5]"],
    ["KM[3又3/4子]", "KM[3又3/4子]", "KM[7.5]"],
    ["KM[6.5 (reverse)]", "KM[6.5 (reverse)]", "KM[6.5 (reverse)]"],
    ["KM[5.5 reverse]", "KM[5.5 reverse]", "KM[5.5 reverse]"],
    ["KM[6.5, Nigiri]", "KM[6.5, Nigiri]", "KM[6.5, Nigiri]"],
    ["KO[6.5]", "KO[6.5]", "KM[6.5]"],
    ["KO[黒6目半]", "KO[黒6目半]", "KM[6.5]"],
    ["KO[6.5]KI[13]", "KO[6.5]KM[6.5]", "KO[6.5]KM[6.5]"],
    ["KO[]", "KO[]", "KO[]"],
    ["KO[6.5]KM[7.5]", "KO[6.5]KM[7.5]", "KO[6.5]KM[7.5]"],
    ["KI[13]KM[5.5]", "KI[13]KM[5.5]", "KI[13]KM[5.5]"],
    // Other properties that stand for one of the header.
    ["TE[第14届三星杯]RD[2009-09-10]KO[7.5]", "TE[第14届三星杯]RD[2009-09-10]KO[7.5]", "EV[第14届三星杯]DT[2009-09-10]KM[7.5]"],
    ["TE[x]EV[y]", "TE[x]EV[y]", "TE[x]EV[y]"],
    ["RD[x]", "RD[x]", "RD[x]"],
    ["TE[x][y]", "TE[x][y]", "TE[x][y]"],
    // Empty values.
    ["AB[]AW[]", "", ""],
    ["AB[aa][]", "AB[aa]", "AB[aa]"],
    ["PL[]", "", ""],
    ["GN[]", "", ""],
    ["EV[ ]BR[]", "", ""],
    ["TB[]", "TB[]", "TB[]"],
    // Properties that say the same again.
    ["PB[a]PB[a]PW[b]PB[a]", "PB[a]PW[b]", "PB[a]PW[b]"],
    ["KM[6.5]KM[]", "KM[6.5]", "KM[6.5]"],
    ["RU[AGA]KM[]KM[6.5]", "RU[AGA]KM[]KM[6.5]", "RU[AGA]KM[6.5]"],
    ["PB[]PB[]PB[a]PB[a]", "PB[]PB[]PB[a]PB[a]", "PB[a]"],
    ["EV[]EV[]", "", ""],
    ["EV[a]EV[b]EV[a]", "EV[a]EV[b]EV[a]", "EV[a]EV[b]EV[a]"],
    ["C[a]C[a]", "C[a]", "C[a]"],
    ["C[a]C[b]", "C[a\nb]", "C[a\nb]"],
    ["GN[a][b]GN[a]", "GN[a][b]GN[a]", "GN[a][b]GN[a]"],
    // Points and lists. A point of two lists stays in both.
    ["AB[C3][dd]", "AB[cg][dd]", "AB[cg][dd]"],
    ["AB[C3][cg][dd]", "AB[cg][dd]", "AB[cg][dd]"],
    ["TB[aa][A9][B9]", "TB[aa][ba]", "TB[aa][ba]"],
    ["LB[C3:x][dd:y]", "LB[C3:x][dd:y]", "LB[C3:x][dd:y]"],
    ["AB[aa]AW[bb][bb][dd]", "AB[aa]AW[bb][dd]", "AB[aa]AW[bb][dd]"],
    // Programs and their versions.
    ["AP[GNU Go 3.3.8]", "AP[GNU Go:3.3.8]", "AP[GNU Go:3.3.8]"],
    ["AP[SGFtools0.4]", "AP[SGFtools:0.4]", "AP[SGFtools:0.4]"],
    ["AP[foxwq]", "AP[foxwq]", "AP[foxwq]"],
    ["AP[GNU Go:3.3.8]", "AP[GNU Go:3.3.8]", "AP[GNU Go:3.3.8]"],
    // A bracket too many, but not where the game would be counted with another komi.
    ["KM[6.5]]", "KM[6.5]]", "KM[6.5]]"],
    ["DT[2014-01-26]]]", "DT[2014-01-26]]]", "DT[2014-01-26]"],
    ["BR[9p]]", "BR[9p]]", "BR[9p]"],
    ["RO[1]]", "RO[1]]", "RO[1\\]]"],
    ["BR[[9p]]", "BR[[9p]]", "BR[[9p\\]]"],
];

#[test]
fn headers_become() {
    for header in HEADERS {
        let record = |it| format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]{it}RE[?];B[ee];W[cc])");
        let [before, safe, all] = header.map(record);
        assert_fixed(&before, &safe, &all);
    }
}

/// A record, and what the safe fixes make of it; nothing if they leave it as it is.
#[rustfmt::skip]
const RECORDS: &[[&str; 2]] = &[
    ["(;SZ[19:19]KM[6,5]RE[b+r];B[pd])", "(;SZ[19]KM[6.5]RE[B+R];B[pd])"],
    ["(;FF[1]SZ[19x19]KI[13]RE[Jigo];B[pd];W[])", "(;FF[1]SZ[19]KM[6.5]RE[0];B[pd];W[tt])"],
    ["(;GM[1];FF[3]B[aa];W[])", "(;GM[1];FF[3]B[aa];W[tt])"],
    ["(;GaMe[1]SiZe[9]RE[?];Black[ee];w[cc])", "(;GM[1]SZ[9]RE[?];B[ee];W[cc])"],
    ["(;SZ[9]RE[?];B[ee];W[ Pass ];B[C3]\n", "(;SZ[9]RE[?];B[ee];W[];B[cg]\n"],
    ["(;SZ[9]RE[?];B[ee]C[a]()(;W[cc](;B[gg", "(;SZ[9]RE[?];B[ee]C[a](;W[cc](;B[gg"],
    ["(;SZ[9]RE[?]AB[aa:cc][bb][dd][dd]LB[aa:x][aa:x])", "(;SZ[9]RE[?]AB[aa:cc][dd]LB[aa:x][aa:x])"],
    ["(;SZ[9]RE[?];B[ee]C[one]W[cc]C[two])", "(;SZ[9]RE[?];B[ee]C[one];W[cc]C[two])"],
    ["\nSZ[9]RE[?];B[ee];W[cc]\n", "\n(;SZ[9]RE[?];B[ee];W[cc])\n"],
    [";SZ[9]RE[?]\n(;B[ee];W[cc])\n", "(;SZ[9]RE[?]\n(;B[ee];W[cc]))\n"],
    [";SZ[9]RE[?];B[ee];W[cc])\n", "(;SZ[9]RE[?];B[ee];W[cc])\n"],
    ["(;SZ[9]RE[?];B[ee]))\n", "(;SZ[9]RE[?];B[ee])\n"],
    [
        "(;SZ[9]RE[?]AB[aa]AW[ee]AB[bb]\nAB[cc]PL[2];W[dd]PL[BLACK])",
        "(;SZ[9]RE[?]AB[aa][bb][cc]AW[ee]PL[W];W[dd])",
    ],
    ["\0(;SZ[9]RE[?];B[ee]\0\0;W[cc])\0", "(;SZ[9]RE[?];B[ee];W[cc])"],
    // These need a person: colours that don't alternate, a result in words, a NUL in a value.
    ["(;SZ[9]RE[?];B[ee]B[cc])", ""],
    ["(;SZ[9]RE[Black wins by resignation];B[ee])", ""],
    ["(;SZ[9]RE[?]C[a\0b];B[ee]\0)", ""],
    // A node isn't split before setup or game information, and not left empty.
    ["(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]W[ee]AW[aa];B[cc])", ""],
    ["(;GM[1]FF[4]SZ[9]B[ee]W[cc]PB[x]KM[6.5]RE[B+R];B[gg])", ""],
    [
        "(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]AW[aa]W[ee];B[cc])",
        "(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]AW[aa];W[ee];B[cc])",
    ],
    ["(;FF[4]GM[1]SZ[9]RE[?];B[aa];AE[]C[x];W[bb](;AE[cc])(;B[cc]))", "(;FF[4]GM[1]SZ[9]RE[?];B[aa];C[x];W[bb](;AE[cc])(;B[cc]))"],
    ["(;FF[4]GM[1]SZ[9]RE[?];B[aa];C[x]AE[];W[bb](;AE[cc])(;B[cc]))", "(;FF[4]GM[1]SZ[9]RE[?];B[aa];C[x];W[bb](;AE[cc])(;B[cc]))"],
    ["(;FF[4]GM[1]SZ[9]RE[?];B[aa];AE[]AB[];W[bb](;AE[cc])(;B[cc]))", ""],
    // A result is no point, and CA within a text declares nothing.
    ["(;FF[4]CA[UTF-8]RE[?];B[aa];W[B+3])", ""],
    ["(;FF[4]CA[UTF-8]RE[?]GC[seeCA[GBK]PB[你好你好];B[aa];W[bb])", ""],
    // The ASCII of these charsets means other characters.
    ["(;FF[4]CA[HZ-GB-2312]RE[?]PB[~{?B=`~}];B[aa];W[bb])", ""],
    ["(;FF[4]CA[UTF-7]RE[?]PB[+T2A-];B[aa];W[bb])", ""],
    // It may be another charset that isn't decoded here, but not one that nobody knows.
    ["(;FF[4]CA[IBM850]RE[?]PB[x];B[aa];W[bb])", ""],
    ["(;FF[4]CA[Klingon]RE[?]PB[x];B[aa];W[bb])", "(;FF[4]CA[UTF-8]RE[?]PB[x];B[aa];W[bb])"],
    // An event of Little Golem that doesn't begin with the name of a game.
    ["(;FF[4]EV[my club.1]SZ[9:9]RE[?]SO[https://www.littlegolem.com];B[ee])", "(;FF[4]EV[my club.1]SZ[9]RE[?]SO[https://www.littlegolem.com];B[ee])"],
    // A web page isn't a record.
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];W[bb]\n<p>See foo() for B[cc] (note)</p>)", ""],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa]];W[bb]();B[cc])", "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa]];W[bb];B[cc])"],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6", ""],
];

/// A record, and what all fixes make of it.
#[rustfmt::skip]
const BY_JUDGEMENT: &[[&str; 2]] = &[
    ["(;SZ[9]RE[W+2.25 (Moves beyond 260 not known)];B[ee])", ""],
    // FF[4] has no form for it, and Void is something else.
    ["(;SZ[9]RE[Both lose];B[ee])", ""],
    ["(;SZ[9]RE[B+Time forfeit];B[ee])", "(;SZ[9]RE[B+T];B[ee])"],
    ["(;SZ[9]RE[No result];B[ee])", "(;SZ[9]RE[Void];B[ee])"],
    // Records of other games stay as they are.
    ["(;FF[4]EV[twixt.in.DEFAULT.1]PB[Loïc B]PW[b]SZ[24]SO[https://www.littlegolem.com];r[en];b[ok])", ""],
    ["(;FF[4]GM[2]PB[ Ann  B ]PW[b]DT[26 Jan 2014];B[d3];w[c5]", ""],
    // A record that ends within a move doesn't tell which.
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];W[", ""],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];W[b", ""],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];AB[cc][d", ""],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];W[bb", "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];W[bb])"],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];AB[cc][dd", "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];AB[cc][dd])"],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa]C[and then", "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa]C[and then])"],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5]PB[Ann", ""],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5]GC[A game", "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5]GC[A game])"],
    ["(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];AB[cc:dd", "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa];AB[cc:dd])"],
];

#[test]
fn records_become() {
    let all = RECORDS.iter().map(|it| (it, Safety::Safe));
    for ([before, after], most) in all.chain(BY_JUDGEMENT.iter().map(|it| (it, Safety::Judgement)))
    {
        let after = if after.is_empty() { before } else { after };
        assert_eq!(fixed(before, most).0, *after, "{most:?}: {before}");
        // What all fixes do isn't safe.
        if most == Safety::Judgement {
            assert_eq!(fixed(before, Safety::Rules).0, *before);
        }
    }
    // The board would be another one.
    let record = "(;FF[4]GM[1]SZ[]SZ[9];B[ee])";
    assert_eq!(fixed(record, Safety::Judgement), (record.to_owned(), 1));
}
