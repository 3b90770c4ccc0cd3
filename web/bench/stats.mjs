// Medians and percentiles.

/* The value below which this share of the values lies. */
export function quantile(values, share) {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
}

export const median = (values) => quantile(values, 0.5);

/* The slope of the line that fits the values best: growth from one to the next. */
export function slope(values) {
    const n = values.length, mx = (n - 1) / 2, my = values.reduce((sum, each) => sum + each, 0) / n;
    let above = 0, below = 0;
    values.forEach((value, x) => { above += (x - mx) * (value - my); below += (x - mx) ** 2; });
    return below ? above / below : 0;
}
