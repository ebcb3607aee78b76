/* The inputs that KataGo's networks of version 8 expect (its neuralnet/nninputs, version 7) for a
   position without a history: stones, liberties, ladders, area. */
#include "board.h"
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
            int wm[2], nw, lad = ladder(&b, i, l, lb, wm, &nw);
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
            for (int i = 0; i < N; i++)
                cl[i] = b.c[i] == col;
            int nr = comps(cl, rg, N);
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
