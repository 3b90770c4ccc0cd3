/* Remembers what a function made of its latest arguments. Whoever lifts a card looks at the
 * same few sets of hexes again and again, and lava leaves most of the ground as it was. */
export function kept<A extends unknown[]>(most: number, keyOf: (...args: A) => string, make: (...args: A) => string): (...args: A) => string {
    const made = new Map<string, string>();
    return (...args) => {
        const key = keyOf(...args), known = made.get(key);
        if (known !== undefined) return known;
        if (made.size >= most) made.delete(made.keys().next().value!);
        const text = make(...args);
        made.set(key, text);
        return text;
    };
}
