import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/* What `systemctl` is in tests: hands its arguments to the stand-in, and ends as that says. */

const [socket = '', ...args] = process.argv.slice(2);
const connection = connect(socket);
connection.end(JSON.stringify(args));
const { out, err, code } = JSON.parse(await text(connection)) as { out: string; err: string; code: number };
process.stdout.write(out);
process.stderr.write(err);
process.exitCode = code;
