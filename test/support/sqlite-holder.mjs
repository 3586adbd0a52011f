// A process that opens a database by a driver's library, writes a row, and holds the lock until its parent closes its input.
import { createRequire } from 'node:module';

const [library, path] = process.argv.slice(2);
const load = createRequire(import.meta.url);
const loaded = load(library);
const Database = loaded.DatabaseSync ?? loaded;
const database = new Database(path);
database.exec("begin immediate; insert into t values ('theirs')");
process.stdout.write('held\n');
process.stdin.resume().once('end', () => {
  database.exec('commit');
  database.close();
});
