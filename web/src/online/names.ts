/* A table's name for people: two words and a number that follow from its id, the same on
 * every device. */
const FIRST = ['palm', 'hut', 'statue', 'reef', 'jungle', 'coral', 'sand', 'lava', 'rose', 'amulet', 'wave', 'shell', 'beach', 'cliff', 'turtle', 'parrot'];
const SECOND = ['lake', 'river', 'bay', 'star', 'crown', 'cave', 'ridge', 'cove', 'point', 'hill', 'island', 'moon', 'trail', 'anchor', 'lagoon', 'grove'];

export function tableName(id: string): string {
    let hash = 2166136261;
    for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
    return `${FIRST[hash & 15]}-${SECOND[hash >>> 4 & 15]}-${10 + (hash >>> 8) % 90}`;
}
