/* What facts.c and inputs.c share: neighbours, connected parts, and ladders (whether a chain of one or two
   liberties is caught). */
#include <stdint.h>
#include <string.h>
#define M 361
typedef struct {
    int n, N;
    int8_t c[M];
} Bd;
static int NB4[M][4], NBC[M], curn = 0;
static void init(int n) {
    if (curn == n)
        return;
    curn = n;
    for (int p = 0; p < n * n; p++) {
        int k = 0, x = p % n, y = p / n;
        if (x)
            NB4[p][k++] = p - 1;
        if (x < n - 1)
            NB4[p][k++] = p + 1;
        if (y)
            NB4[p][k++] = p - n;
        if (y < n - 1)
            NB4[p][k++] = p + n;
        NBC[p] = k;
    }
}
static int
chain(const Bd *b, int p, int *st, int *libs,
      int maxl) { // returns liberties found up to maxl ; st list terminated via count in st[M]
    static int seen[M], lseen[M], gen = 0;
    gen++;
    int c = b->c[p], k = 0, l = 0;
    st[k++] = p;
    seen[p] = gen;
    for (int i = 0; i < k; i++) {
        int q = st[i];
        for (int j = 0; j < NBC[q]; j++) {
            int r = NB4[q][j];
            if (b->c[r] == c) {
                if (seen[r] != gen) {
                    seen[r] = gen;
                    st[k++] = r;
                }
            } else if (!b->c[r] && lseen[r] != gen) {
                lseen[r] = gen;
                if (l < maxl)
                    libs[l] = r;
                l++;
            }
        }
    }
    st[M] = k;
    return l;
}
static int play(Bd *b, int p, int c, int ko, int *nko) { // returns 0 illegal
    if (b->c[p] || p == ko)
        return 0;
    b->c[p] = c;
    int st[M + 1], lb[4], cap = 0, cp = -1;
    for (int j = 0; j < NBC[p]; j++) {
        int r = NB4[p][j];
        if (b->c[r] == 3 - c) {
            if (chain(b, r, st, lb, 1) == 0) {
                int k = st[M];
                cap += k;
                cp = r;
                for (int i = 0; i < k; i++)
                    b->c[st[i]] = 0;
            }
        }
    }
    int l = chain(b, p, st, lb, 4);
    if (l == 0) {
        b->c[p] = 0;
        return 0;
    }
    *nko = (cap == 1 && l == 1 && st[M] == 1) ? cp : -1;
    return 1;
}
static int nodes, limit = 3000;
static int attack(const Bd *b, int p, int ko, int d);
// Whether chain p is caught, its owner to move.
static int defend(const Bd *b, int p, int ko, int d) {
    if (++nodes > limit || d > 120)
        return 0;
    int st[M + 1], lb[4];
    int l = chain(b, p, st, lb, 3);
    if (l >= 2)
        return l == 2 ? attack(b, p, ko, d + 1) : 0;
    if (l == 0)
        return 1;
    int k = st[M];
    int mv[64], m = 0;
    // captures of adjacent chains in atari
    for (int i = 0; i < k; i++) {
        int q = st[i];
        for (int j = 0; j < NBC[q]; j++) {
            int r = NB4[q][j];
            if (b->c[r] == 3 - b->c[p]) {
                int s2[M + 1], l2[2];
                if (chain(b, r, s2, l2, 1) == 1) {
                    int dup = 0;
                    for (int z = 0; z < m; z++)
                        if (mv[z] == l2[0])
                            dup = 1;
                    if (!dup && m < 60)
                        mv[m++] = l2[0];
                }
            }
        }
    }
    {
        int dup = 0;
        for (int z = 0; z < m; z++)
            if (mv[z] == lb[0])
                dup = 1;
        if (!dup)
            mv[m++] = lb[0];
    }
    for (int i = 0; i < m; i++) {
        Bd c = *b;
        int nk;
        if (!play(&c, mv[i], b->c[p], ko, &nk))
            continue;
        int s3[M + 1], l3[4];
        int ll = chain(&c, p, s3, l3, 3);
        if (ll >= 3)
            return 0;
        if (ll <= 1)
            continue;
        if (!attack(&c, p, nk, d + 1))
            return 0;
    }
    return 1;
}
// Whether chain p of at most two liberties is caught, the attacker to move.
static int attack(const Bd *b, int p, int ko, int d) {
    if (++nodes > limit || d > 120)
        return 0;
    int st[M + 1], lb[4];
    int l = chain(b, p, st, lb, 3);
    if (l >= 3)
        return 0;
    if (l <= 1)
        return 1;
    for (int i = 0; i < 2; i++) {
        Bd c = *b;
        int nk;
        if (!play(&c, lb[i], 3 - b->c[p], ko, &nk))
            continue;
        if (defend(&c, p, nk, d + 1))
            return 1;
    }
    return 0;
}
// 0, or 1: in atari and caught whatever its owner does; 2: caught once the attacker begins, by wm[0..*nw].
static int ladder(const Bd *b, int p, int l, const int *lb, int *wm, int *nw) {
    *nw = 0;
    nodes = 0;
    if (l == 1)
        return defend(b, p, -1, 0);
    if (l != 2)
        return 0;
    for (int z = 0; z < 2; z++) {
        Bd c = *b;
        int nk;
        nodes = 0;
        if (play(&c, lb[z], 3 - b->c[p], -1, &nk) && defend(&c, p, nk, 1))
            wm[(*nw)++] = lb[z];
    }
    return *nw ? 2 : 0;
}
// Numbers the connected places of one class; how many parts there are.
static int comps(const int8_t *cls, int16_t *lab, int N) {
    int c = 0, st[M];
    for (int i = 0; i < N; i++)
        lab[i] = -1;
    for (int i = 0; i < N; i++)
        if (lab[i] < 0) {
            int t = 0;
            st[t++] = i;
            lab[i] = c;
            while (t) {
                int p = st[--t];
                for (int j = 0; j < NBC[p]; j++) {
                    int r = NB4[p][j];
                    if (lab[r] < 0 && cls[r] == cls[p]) {
                        lab[r] = c;
                        st[t++] = r;
                    }
                }
            }
            c++;
        }
    return c;
}
