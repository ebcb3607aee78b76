/* The inputs that KataGo's networks of version 8 expect (its neuralnet/nninputs, version 7) for a
   position without a history: stones, liberties, ladders, area. */
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
static int nodes;
static int attack(const Bd *b, int p, int ko, int d);
// defender to move, chain p: captured?
static int defend(const Bd *b, int p, int ko, int d) {
    if (++nodes > 3000 || d > 120)
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
static int attack(const Bd *b, int p, int ko, int d) { // attacker to move, 2 libs (or 1)
    if (++nodes > 3000 || d > 120)
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
static void comps(const int8_t *cls, int16_t *lab, int N, int *cnt) {
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
    *cnt = c;
}
// out planes [22][N] float for player pla; pa: pass-alive stones from feats()
void kfeats(int cnt, int n, const int8_t *boards, const int8_t *pas, const int8_t *plas,
            float *out) {
    init(n);
    int N = n * n;
    for (int q = 0; q < cnt; q++) {
        Bd b;
        b.n = n;
        b.N = N;
        memcpy(b.c, boards + (long)q * N, N);
        const int8_t *pa = pas + (long)q * N;
        int pla = plas[q];
        float *o = out + (long)q * 22 * N;
        memset(o, 0, sizeof(float) * 22 * N);
        int st[M + 1], lb[4];
        int8_t done[M];
        memset(done, 0, sizeof done);
        for (int i = 0; i < N; i++) {
            o[i] = 1;
            if (!b.c[i])
                continue;
            o[(b.c[i] == pla ? 1 : 2) * N + i] = 1;
            if (done[i])
                continue;
            int l = chain(&b, i, st, lb, 3);
            int k = st[M];
            int stn[M];
            memcpy(stn, st, sizeof(int) * k);
            int lad = 0, wm[2], nw = 0;
            if (l == 1) {
                nodes = 0;
                lad = defend(&b, i, -1, 0);
            } else if (l == 2) {
                for (int z = 0; z < 2; z++) {
                    Bd c = b;
                    int nk;
                    nodes = 0;
                    if (!play(&c, lb[z], 3 - b.c[i], -1, &nk))
                        continue;
                    if (defend(&c, i, nk, 1)) {
                        lad = 1;
                        wm[nw++] = lb[z];
                    }
                }
            }
            for (int z = 0; z < k; z++) {
                int p = stn[z];
                done[p] = 1;
                if (l >= 1 && l <= 3)
                    o[(2 + l) * N + p] = 1;
                if (lad) {
                    o[14 * N + p] = 1;
                    o[15 * N + p] = 1;
                    o[16 * N + p] = 1;
                }
            }
            if (lad && l == 2 && b.c[i] != pla)
                for (int z = 0; z < nw; z++)
                    o[17 * N + wm[z]] = 1;
        }
        int8_t area[M];
        memset(area, 0, sizeof area);
        for (int col = 1; col <= 2; col++) {
            int8_t cl[M];
            int16_t rg[M];
            int nr;
            for (int i = 0; i < N; i++)
                cl[i] = b.c[i] == col;
            comps(cl, rg, N, &nr);
            int in[M], pl[M], opp[M], non[M];
            for (int r = 0; r < nr; r++)
                in[r] = pl[r] = opp[r] = non[r] = 0;
            for (int i = 0; i < N; i++)
                if (b.c[i] != col) {
                    int r = rg[i], ad = 0;
                    if (b.c[i])
                        opp[r] = 1;
                    for (int j = 0; j < NBC[i]; j++) {
                        int x = NB4[i][j];
                        if (b.c[x] == col) {
                            ad = 1;
                            pl[r] = 1;
                            if (pa[x] != col)
                                non[r] = 1;
                        }
                    }
                    if (!ad)
                        in[r]++;
                }
            for (int i = 0; i < N; i++) {
                if (b.c[i] == col) {
                    if (pa[i] == col)
                        area[i] = col;
                } else {
                    int r = rg[i];
                    if ((in[r] <= 1 && pl[r] && !non[r]) || (pl[r] && !opp[r] && !non[r]))
                        area[i] = col;
                    else if (pl[r] && !opp[r] && !area[i])
                        area[i] = col;
                }
            }
        }
        for (int i = 0; i < N; i++)
            if (!area[i] && b.c[i])
                area[i] = b.c[i];
        for (int i = 0; i < N; i++)
            if (area[i])
                o[(area[i] == pla ? 18 : 19) * N + i] = 1;
    }
}
