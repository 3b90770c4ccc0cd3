// The rules of docs/rules.md as data: chapters with their clauses.
/* A clause begins with its name in bold; what follows up to the next one belongs to it. */
export function rulesData(markdown) {
    const chapters = [];
    let clause = null;
    for (const line of markdown.split('\n')) {
        const title = /^##\s+(.*)/.exec(line);
        if (title) {
            chapters.push({title: title[1], clauses: []});
            clause = null;
            continue;
        }
        const start = /^[-*]?\s*\*\*([A-Z]\d{0,2})\*\*\.?\s*(.*)/.exec(line);
        if (start && chapters.length) {
            clause = {clause: start[1], text: start[2]};
            chapters.at(-1).clauses.push(clause);
        } else if (clause && line.trim()) clause.text += ` ${line.trim()}`;
        else if (clause && !line.trim()) clause.text += '';
    }
    return chapters.filter((chapter) => chapter.clauses.length);
}
