import type { IacValue } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { itemsOf, member } from '../contract/values.js';

/** A policy that is attached by its ARN. */
export interface AttachedPolicy {
  arn: IacValue;
}

const PLACES: Readonly<Record<string, string>> = {
  aws_iam_role_policy_attachment: 'policy_arn',
  aws_iam_user_policy_attachment: 'policy_arn',
  aws_iam_group_policy_attachment: 'policy_arn',
  aws_iam_policy_attachment: 'policy_arn',
  aws_iam_role: 'managed_policy_arns',
  aws_iam_role_policy_attachments_exclusive: 'policy_arns',
  aws_ssoadmin_managed_policy_attachment: 'managed_policy_arn',
  'AWS::IAM::Role': 'ManagedPolicyArns',
  'AWS::IAM::User': 'ManagedPolicyArns',
  'AWS::IAM::Group': 'ManagedPolicyArns',
  'AWS::SSO::PermissionSet': 'ManagedPolicies',
};

export const attachedPolicies: IacView<AttachedPolicy> = {
  id: 'aws-attached-policies',
  *of({ type, body }) {
    const name = Object.hasOwn(PLACES, type) ? PLACES[type] : undefined;
    const written = name === undefined ? undefined : member(body, name);
    for (const arn of itemsOf(written).items) yield { arn };
  },
};

/** The policy of the service that allows everything, also as SAM and the partition write it. */
export const ADMINISTRATOR = /(?:^|:policy\/)AdministratorAccess$/;
/** Policies of the service that allow all of a service, or nearly all. */
export const WHOLE_SERVICE = /(?:^|:policy\/(?:[\w-]+\/)*)(?:PowerUserAccess|[\w-]*FullAccess)$/;
