import { snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';

/** What the account as a whole allows: from which networks it is reached, which models may be asked and where, and who may ask them. */
export const accountProtections: SnowflakeReader = {
  id: 'protections',
  grants: ['SNOWFLAKE.SECURITY_VIEWER'],
  async *read({ statements, account }) {
    const parameter = async (name: string) => {
      const [row] = await statements.rows(`SHOW PARAMETERS LIKE '${name}' IN ACCOUNT`);
      return row?.['value'] ?? null;
    };
    const network = await parameter('NETWORK_POLICY');
    const allowed = await parameter('CORTEX_MODELS_ALLOWLIST');
    const regions = await parameter('CORTEX_ENABLED_CROSS_REGION');
    const grants = await statements.rows('SHOW GRANTS OF DATABASE ROLE SNOWFLAKE.CORTEX_USER');
    yield [
      snowflakeResource(account, 'account', account, {
        kind: 'control',
        facts: {
          network_restricted: network === null ? null : network !== '',
          models_restricted: allowed === null ? null : allowed.toLowerCase() !== 'all',
          other_regions: regions === null ? null : regions.toUpperCase() !== 'DISABLED',
          everybody_asks_models: grants.some(({ grantee_name }) => grantee_name === 'PUBLIC'),
        },
      }),
    ];
  },
};
