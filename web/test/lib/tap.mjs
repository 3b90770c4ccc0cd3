// A reporter for 'node --test': flat TAP, one line a test, complaints as comments.
/* A file is a test of its own to some versions of node; it counts only when it fails. */
const isFile = (name) => /\.test\.mjs$/.test(name);

export default async function* tap(events) {
    let number = 0;
    for await (const {type, data} of events) {
        if (type === 'test:diagnostic' && data.nesting > 0) yield `# ${data.message}\n`;
        if (type === 'test:stdout' && data.message.startsWith('#')) yield data.message;
        if (type !== 'test:pass' && type !== 'test:fail') continue;
        if (isFile(data.name) && (type === 'test:pass' || data.details?.error?.failureType === 'subtestsFailed')) continue;
        const name = data.name.replace(/#/g, '');
        const skip = data.skip !== undefined && data.skip !== false ? ` # skip ${data.skip === true ? '' : data.skip}` : '';
        yield `${type === 'test:pass' ? 'ok' : 'not ok'} ${++number} - ${name}${skip}\n`;
        if (type === 'test:pass') {
            yield `# ${Math.round(data.details?.duration_ms ?? 0)} ms\n`;
            continue;
        }
        const error = data.details?.error, cause = error?.cause ?? error;
        const complaint = String(cause?.stack ?? cause?.message ?? cause ?? 'failed');
        for (const line of complaint.split('\n').slice(0, Number(process.env.COMPLAINTS ?? 14))) yield `# ${line.slice(0, 400)}\n`;
    }
    yield `1..${number}\n`;
}
