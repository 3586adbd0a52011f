import type { CloudProvider } from '../contract/provider.js';
import { configurationOf } from './configuration.js';
import { proofActions } from './proof.js';
import { awsReaders } from './readers/registry.js';
import { awsRoleText } from './role-text.js';
import { AwsSession, surveyActions } from './session.js';

const permissions = [...new Set([...proofActions, ...surveyActions, ...awsReaders.flatMap(({ actions }) => actions)])].sort();

export const awsProvider: CloudProvider = {
  id: 'aws',
  title: 'Amazon Web Services',
  open: async (connection, access) => new AwsSession(configurationOf(connection), access),
  permissions,
  roleText: (form, connection) => awsRoleText(form, configurationOf(connection), permissions),
};
