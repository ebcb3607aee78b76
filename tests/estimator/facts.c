/* What the network is shown of positions (src/core/score/estimate/planes.rs): liberties, three ways of
   dividing the board into connected parts, unconditional life (Benson), and ladders. */
#include "board.h"
static void benson(int n, const int8_t *b, int col, const int16_t *ch, int nch, const int16_t *rg,
                   int nrg, int8_t *out) {
    int N = n * n;
    static uint8_t vit[M][M], adj[M][M];
    memset(vit, 0, sizeof vit);
    memset(adj, 0, sizeof adj);
    static int em[M];
    memset(em, 0, sizeof em);
    static int chc[M], rgc[M];
    for (int i = 0; i < N; i++) {
        chc[ch[i]] = b[i];
        rgc[rg[i]] = (b[i] == col);
    }
    static int cnt[M][M];
    memset(cnt, 0, sizeof cnt);
    for (int i = 0; i < N; i++)
        if (b[i] != col) {
            int r = rg[i];
            if (!b[i])
                em[r]++;
            int k = NBC[i], *o = NB4[i];
            int seen[4], s = 0;
            for (int j = 0; j < k; j++)
                if (b[o[j]] == col) {
                    int c = ch[o[j]];
                    adj[r][c] = 1;
                    int d = 0;
                    for (int q = 0; q < s; q++)
                        if (seen[q] == c)
                            d = 1;
                    if (!d) {
                        seen[s++] = c;
                        if (!b[i])
                            cnt[r][c]++;
                    }
                }
        }
    static int alive[M];
    for (int c = 0; c < nch; c++)
        alive[c] = chc[c] == col;
    for (;;) {
        static int eyes[M];
        memset(eyes, 0, sizeof eyes);
        for (int r = 0; r < nrg; r++)
            if (!rgc[r]) {
                int ok = 1;
                for (int c = 0; c < nch; c++)
                    if (adj[r][c] && !alive[c]) {
                        ok = 0;
                        break;
                    }
                if (ok)
                    for (int c = 0; c < nch; c++)
                        if (adj[r][c] && em[r] > 0 && cnt[r][c] == em[r])
                            eyes[c]++;
            }
        int chg = 0;
        for (int c = 0; c < nch; c++)
            if (alive[c] && eyes[c] < 2) {
                alive[c] = 0;
                chg = 1;
            }
        if (!chg)
            break;
    }
    for (int i = 0; i < N; i++)
        out[i] = b[i] == col && alive[ch[i]];
}
// outputs per board: lib[N] (0 empty,1,2,3,4+), seg1,seg2,seg3 [N], pa[N] (1 black stone pass
// alive, 2 white), lad[N] (ladder() by stone)
void feats(int cnt, int n, const int8_t *boards, int8_t *lib, int16_t *seg, int8_t *pa,
           int8_t *lad) {
    int N = n * n;
    init(n);
    limit = 400;
    for (int q = 0; q < cnt; q++) {
        const int8_t *b = boards + (size_t)q * N;
        int16_t *s1 = seg + (size_t)q * 3 * N, *s2 = s1 + N, *s3 = s2 + N;
        int8_t cl[M];
        int c1 = comps(b, s1, N);
        for (int i = 0; i < N; i++)
            cl[i] = b[i] == 1;
        int c2 = comps(cl, s2, N);
        for (int i = 0; i < N; i++)
            cl[i] = b[i] == 2;
        int c3 = comps(cl, s3, N);
        int lb[M];
        memset(lb, 0, sizeof lb);
        for (int i = 0; i < N; i++)
            if (!b[i]) {
                int k = NBC[i], *o = NB4[i], seen[4], s = 0;
                for (int j = 0; j < k; j++)
                    if (b[o[j]]) {
                        int c = s1[o[j]], d = 0;
                        for (int z = 0; z < s; z++)
                            if (seen[z] == c)
                                d = 1;
                        if (!d) {
                            seen[s++] = c;
                            lb[c]++;
                        }
                    }
            }
        int8_t *L = lib + (size_t)q * N;
        for (int i = 0; i < N; i++)
            L[i] = b[i] ? (lb[s1[i]] > 4 ? 4 : lb[s1[i]]) : 0;
        int8_t a1[M], a2[M];
        benson(n, b, 1, s1, c1, s2, c2, a1);
        benson(n, b, 2, s1, c1, s3, c3, a2);
        for (int i = 0; i < N; i++)
            pa[(size_t)q * N + i] = a1[i] ? 1 : a2[i] ? 2 : 0;
        Bd bd;
        memcpy(bd.c, b, N);
        int8_t *D = lad + (size_t)q * N;
        memset(D, 0, N);
        int8_t done[M];
        memset(done, 0, sizeof done);
        for (int i = 0; i < N; i++)
            if (b[i] && !done[s1[i]]) {
                int st[M + 1], lbs[4], wm[2], nw, l = chain(&bd, i, st, lbs, 3), k = st[M];
                done[s1[i]] = 1;
                int8_t is = ladder(&bd, i, l, lbs, wm, &nw);
                for (int z = 0; z < k; z++)
                    D[st[z]] = is;
            }
    }
}
