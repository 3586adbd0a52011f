import pg from 'pg';
const c = new pg.Client({connectionString: process.argv[2]}); await c.connect();
for (const q of process.argv.slice(3)) { const r = await c.query(q); console.log(JSON.stringify(r.rows)); }
await c.end();
