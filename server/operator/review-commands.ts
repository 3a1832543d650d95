import * as v from 'valibot';
import { type Project } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { rejectionCode } from '#schemas/product-rejection.ts';
import { cleanTypedLines } from '#schemas/typed-text.ts';
import { acceptProject, decideProducts } from '../projects/decide-products.ts';
import {
  actionCommand,
  type Command,
  type CommandInput,
  type CommandOption,
  flagOption,
  getArgument,
  hasFlag,
  idArgument,
} from './command.ts';

const seenOption: CommandOption = {
  name: 'seen',
  value: 'VERSION',
  format: 'the version that `club projects show` printed',
  schema: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
};
const seenVersion = ({ options: { seen: seenText } }: CommandInput) => ({
  seenVersion: seenText === undefined ? undefined : Number(seenText),
});

const WITHOUT_NEW_PHOTO = 'without-new-photo';
const acceptsWithoutNewPhoto = (request: CommandInput) => hasFlag(request, WITHOUT_NEW_PHOTO);

/** Commands that decide on a project's products. */
export const reviewCommands: readonly Command[] = [
  actionCommand(
    'projects accept',
    {
      summary:
        'accept the products in review; with --without-new-photo, also those waiting for a new photo',
      args: [idArgument('PROJECT')],
      options: [seenOption, flagOption(WITHOUT_NEW_PHOTO)],
      auditedArgs: (request) =>
        Promise.resolve([
          ...request.args,
          ...(acceptsWithoutNewPhoto(request) ? [WITHOUT_NEW_PHOTO] : []),
        ]),
    },
    async (request, services) => {
      const { project, awaitingPhoto } = await acceptProject(getArgument(request, 0), services, {
        ...seenVersion(request),
        acceptsWithoutNewPhoto: acceptsWithoutNewPhoto(request),
      });
      const skippedTexts = awaitingPhoto.map(
        (scan) => `\nNot accepted, still waiting for a new photo: ${scan}`,
      );
      return describeReview(project) + skippedTexts.join('');
    },
  ),
  actionCommand(
    'products accept',
    {
      summary: 'accept products, including rejected ones',
      args: [idArgument('PROJECT'), idArgument('SCAN')],
      isVariadic: true,
      options: [seenOption],
    },
    async (request, services) => {
      const [project = '', ...scans] = request.args;
      const decision = { kind: 'accept' } as const;
      return describeReview(
        await decideProducts(project, scans, decision, services, seenVersion(request)),
      );
    },
  ),
  commandWithReason('reject', 'reject products, including accepted ones'),
  commandWithReason('request_photo', 'request new photos of products, due within 14 days'),
];

/** Creates a command that rejects products or requests new photos, with a reason and a note for the installer. */
function commandWithReason(kind: 'reject' | 'request_photo', summary: string): Command {
  return actionCommand(
    `products ${kind === 'reject' ? 'reject' : 'request-photo'}`,
    {
      summary,
      args: [
        idArgument('PROJECT'),
        { name: 'REASON', schema: rejectionCode, format: 'a reason from docs/operator.md' },
        idArgument('SCAN'),
      ],
      isVariadic: true,
      options: [seenOption],
      input: 'a note to the installer; required for the reason “other”',
    },
    async (request, services) => {
      const [project = '', code = '', ...scans] = request.args;
      const decision = { kind, code, note: cleanTypedLines(request.input) || null };
      return describeReview(
        await decideProducts(project, scans, decision, services, seenVersion(request)),
      );
    },
  );
}

function describeReview({ status, available_points }: Project): string {
  return status.id === projectStatus.closed
    ? `Project closed: ${available_points} points.`
    : 'Saved. The project stays in review until all its products are decided.';
}
