/** The head of an entry (POSIX.1-2017, pax, "ustar Interchange Format"): nobody's in particular, of the moment `seconds`. */
function headOf(path, { size, isExecutable, seconds }) {
  const head = Buffer.alloc(512);
  // A long path is cut at a slash: up to 155 bytes before it and 100 after.
  const cut = Buffer.byteLength(path) <= 100 ? -1 : path.indexOf('/', Math.max(0, path.length - 101));
  const [prefix, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
  if (Buffer.byteLength(name) > 100 || Buffer.byteLength(prefix) > 155)
    throw new Error(`The path ${path} is too long for an archive.`);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  head.write(name, 0);
  head.write(octal(isExecutable ? 0o755 : 0o644, 8), 100);
  for (const at of [108, 116]) head.write(octal(0, 8), at);
  head.write(octal(size, 12), 124);
  head.write(octal(seconds, 12), 136);
  head.write(' '.repeat(8), 148);
  head.write('0', 156);
  head.write('ustar\x0000', 257);
  head.write(prefix, 345);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

/**
 * An archive of `files` (path, content and whether it can be run), piece by piece. The same files give the same bytes, on any system and in any
 * order.
 */
export function* tarOf(files, { seconds }) {
  const byPath = (one, other) => (one.path < other.path ? -1 : 1);
  for (const { path, read, isExecutable = false } of [...files].sort(byPath)) {
    const content = read();
    yield headOf(path, { size: content.length, isExecutable, seconds });
    yield content;
    yield Buffer.alloc((512 - (content.length % 512)) % 512);
  }
  yield Buffer.alloc(1024);
}
