/* Sums of numbers by point over the parts of the board, and back: the pooling of network.py.
   `rows` has, for each of the four partitions, the part of each of `M` points. */
#include <string.h>
void pool_f(int M, int R, int P, const float *p, const int *rows, const float *inv, float *S,
            float *z) {
    memset(S, 0, sizeof(float) * R * P);
    for (int i = 0; i < M; i++) {
        const float *x = p + (long)i * P;
        for (int k = 0; k < 4; k++) {
            float *s = S + (long)rows[k * M + i] * P;
            for (int c = 0; c < P; c++)
                s[c] += x[c];
        }
    }
    for (int r = 0; r < R; r++) {
        float *s = S + (long)r * P, *o = z + (long)r * 2 * P;
        float v = inv[r];
        for (int c = 0; c < P; c++) {
            o[c] = s[c] * v;
            o[P + c] = s[c] / (1 + s[c]);
        }
    }
}
void pool_b(int M, int R, int P, const float *gz, const int *rows, const float *inv, const float *S,
            float *gS, float *gp) {
    for (int r = 0; r < R; r++) {
        const float *s = S + (long)r * P, *g = gz + (long)r * 2 * P;
        float *o = gS + (long)r * P;
        float v = inv[r];
        for (int c = 0; c < P; c++) {
            float d = 1 / (1 + s[c]);
            o[c] = g[c] * v + g[P + c] * d * d;
        }
    }
    for (int i = 0; i < M; i++) {
        float *x = gp + (long)i * P;
        const float *a = gS + (long)rows[i] * P, *b = gS + (long)rows[M + i] * P,
                    *d = gS + (long)rows[2 * M + i] * P, *e = gS + (long)rows[3 * M + i] * P;
        for (int c = 0; c < P; c++)
            x[c] = a[c] + b[c] + d[c] + e[c];
    }
}
void gath_f(int M, int C, const float *y, const int *rows, float *out) {
    for (int i = 0; i < M; i++) {
        float *x = out + (long)i * C;
        const float *a = y + (long)rows[i] * C, *b = y + (long)rows[M + i] * C,
                    *d = y + (long)rows[2 * M + i] * C, *e = y + (long)rows[3 * M + i] * C;
        for (int c = 0; c < C; c++)
            x[c] = a[c] + b[c] + d[c] + e[c];
    }
}
void gath_b(int M, int R, int C, const float *go, const int *rows, float *gy) {
    memset(gy, 0, sizeof(float) * R * C);
    for (int i = 0; i < M; i++) {
        const float *x = go + (long)i * C;
        for (int k = 0; k < 4; k++) {
            float *s = gy + (long)rows[k * M + i] * C;
            for (int c = 0; c < C; c++)
                s[c] += x[c];
        }
    }
}
