import { DescribeSecurityGroupsCommand, EC2Client, type IpPermission } from '@aws-sdk/client-ec2';
import type { CloudAnswer } from '../../../../model/cloud.js';
import type { AwsPlace } from '../access/place.js';

/** Tells whether security groups let the internet in; each is asked about once. */
export class OpenGroups {
  private readonly known = new Map<string, Promise<boolean>>();
  private readonly ec2: EC2Client;

  constructor(private readonly place: AwsPlace<'ec2:DescribeSecurityGroups'>) {
    this.ec2 = new EC2Client(place.config('EC2'));
  }

  /** Traffic passes where one of the groups lets it. */
  async letIn(groups: readonly string[]): Promise<CloudAnswer> {
    const answers = await Promise.all(groups.map((id) => this.isOpen(id)));
    return answers.includes(true) ? 'yes' : 'no';
  }

  private isOpen(id: string): Promise<boolean> {
    const known = this.known.get(id) ?? this.ask(id);
    this.known.set(id, known);
    return known;
  }

  private async ask(id: string): Promise<boolean> {
    const question = new DescribeSecurityGroupsCommand({ GroupIds: [id] });
    const { SecurityGroups = [] } = await this.place.ask('ec2:DescribeSecurityGroups', () => this.ec2.send(question));
    return SecurityGroups.some(({ IpPermissions = [] }) => IpPermissions.some(isFromEverywhere));
  }
}

function isFromEverywhere({ IpRanges = [], Ipv6Ranges = [] }: IpPermission): boolean {
  return IpRanges.some(({ CidrIp }) => CidrIp?.endsWith('/0')) || Ipv6Ranges.some(({ CidrIpv6 }) => CidrIpv6?.endsWith('/0'));
}
