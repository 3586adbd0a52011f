import { fullName, ownerOf, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';

/** Models of the model registry. */
export const registeredModels: SnowflakeReader = {
  id: 'models',
  grants: ['READ ON ALL MODELS'],
  async *read({ statements, account }) {
    for await (const rows of statements.pages('SHOW MODELS IN ACCOUNT'))
      yield rows.map((row) => snowflakeResource(account, 'model', fullName(row), { kind: 'model', runs_as: ownerOf(account, row) }));
  },
};
