//! Tests of `formats::ngf`.

use crate::support::converted as sgf;

#[test]
fn the_plain_kind() {
    let sgf = sgf("Rated game\n9\nyou     2K\nme her     1D*\nsite\n2\n0\n0\n20240229 [10:00]\n\
                   1\nWhite wins by 3win\n3\nPMABWFFFF\nPMACBAAAA\nPMADWGFFG\nPMAEWVBBV");
    assert_eq!(sgf.lines().count(), 16);
    for part in [
        "SZ[9]",
        "PB[me her]BR[1D*]",
        "PW[you]WR[2K]",
        "KM[0]",
        "HA[2]",
        "AB[cg][gc]",
        "RE[W+3]",
        "DT[2024-02-29]",
        "\n;W[ee]\n;B[]\n;W[fe]",
    ] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    assert!(sgf.ends_with("C[PMAEWVBBV])"), "{sgf}");
}

#[test]
fn the_other_kind() {
    let sgf = sgf("GICup\nGIA B 初段\nGIC 五段\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI2\n\
                   PMABBREER\nPMACWEEEE\nGI1\nIDB[1] good\nmove[EndTxt]\nIDB[2] 黑中盘胜[EndTxt]");
    for part in [
        "PW[A B]WR[初段]",
        "PB[C]BR[五段]",
        "KM[6.5]",
        "DT[2006-09-05]",
        "RE[B+R]",
        ";B[qd]\nC[good / move];W[dd]",
        "C[黑中盘胜])",
    ] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
}
