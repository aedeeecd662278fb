import { once } from 'node:events';
import { createInterface } from 'node:readline';
import fastify from 'fastify';
import { Pool } from 'pg';

/** The floor for the shop on this machine: Fastify, pg, and one query over the same rows for each request. */
const lines = createInterface({ input: process.stdin });
const { databaseUrl, connections } = JSON.parse(String((await once(lines, 'line'))[0])) as {
  databaseUrl: string;
  connections: number;
};
lines.on('close', () => process.exit());

const pool = new Pool({ connectionString: databaseUrl, max: connections });
const app = fastify();
app.get('/list', async () => (await pool.query('select * from products where listed order by position, id')).rows);
app.get<{ Params: { id: string } }>('/detail/:id', async ({ params }) => {
  const { rows } = await pool.query('select * from products where id = $1 and listed', [params.id]);
  return rows[0];
});
console.log(JSON.stringify({ url: await app.listen({ host: '127.0.0.1', port: 0 }) }));
