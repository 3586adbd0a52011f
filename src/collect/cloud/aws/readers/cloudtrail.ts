import { CloudTrailClient, DescribeTrailsCommand, GetTrailStatusCommand, type Trail } from '@aws-sdk/client-cloudtrail';
import { unless } from '../access/ask.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = ['cloudtrail:DescribeTrails', 'cloudtrail:GetTrailStatus'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Whether calls in a region are recorded, by whichever trail. */
export const cloudtrailReader = awsReader({
  name: 'cloudtrail',
  actions,
  async *read(place: Place) {
    const cloudtrail = new CloudTrailClient(place.config('CLOUDTRAIL'));
    const { trailList = [] } = await place.ask('cloudtrail:DescribeTrails', () => cloudtrail.send(new DescribeTrailsCommand({})));
    const logging: (boolean | null)[] = [];
    for (const trail of trailList) logging.push(await isLogging(place, cloudtrail, trail));
    yield [
      place.resource({
        kind: 'control',
        type: 'AWS::CloudTrail::Trail',
        native_id: place.arn('cloudtrail', 'trail'),
        name: `CloudTrail in ${place.region}`,
        uses: refsOf(trailList.map(({ S3BucketName }) => S3BucketName && `arn:${place.partition}:s3:::${S3BucketName}`)),
        facts: {
          logged: logging.includes(true) ? true : logging.includes(null) ? null : false,
        },
      }),
    ];
  },
});

/** `null` for a trail of the organization, which only its own account may ask about. */
async function isLogging(place: Place, cloudtrail: CloudTrailClient, { TrailARN, IsOrganizationTrail }: Trail): Promise<boolean | null> {
  const ask = () => cloudtrail.send(new GetTrailStatusCommand({ Name: TrailARN }));
  const expected = IsOrganizationTrail === true ? ['AccessDeniedException', 'TrailNotFoundException'] : [];
  const status = await unless(place.ask('cloudtrail:GetTrailStatus', ask, expected), null);
  return status === null ? null : status.IsLogging === true;
}
