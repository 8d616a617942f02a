/** Texts of the editor of an object. */
import { counted } from '../format/count.ts';

const fields = (count: number): string => `${counted(count)} ${count === 1 ? 'field' : 'fields'}`;

export const editTexts = {
  label: (name: string) => `YAML of ${name}, to edit`,
  how: 'Only the fields that you change are sent. Nothing is changed before the dry run has shown what would change.',
  reading: 'Reading the object…',
  notRead: (message: string) => `The object cannot be edited: ${message}`,
  check: 'Dry run',
  checking: 'Running the dry run on the cluster…',
  applying: 'Applying…',
  nothing: 'You have changed nothing that can be applied.',
  kept: 'Removed here, but not removed by an apply, because others own these fields:',
  nobody: 'nobody (set without an owner)',
  field: 'Field',
  owner: 'Owned by',
  unknownOwner: 'unknown',
  diff: 'What would change',
  diffHow: 'The diff is what the cluster would store: − is now, + is after the apply.',
  whole: 'Show unchanged lines',
  noPreview: 'The cluster would apply it, but the result is too long to show.',
  same: 'The object would stay as it is. The apply only records that these fields are yours.',
  conflicts: (count: number) => `Others own ${fields(count)} that you set to another value:`,
  force:
    'Taking over makes the Explorer the owner. A tool that applies these fields may set them back, or fail with a conflict.',
  checkForce: (count: number) => `Dry run, taking over ${fields(count)}`,
  overrides: (field: string, owners: string) => `Takes over ${field} from ${owners}.`,
  apply: (name: string) => `Apply to ${name}`,
  applyForce: (name: string, count: number) => `Apply to ${name}, taking over ${fields(count)}`,
  back: 'Back to the text',
  cancel: 'Cancel',
  close: 'Close',
  leave: 'Leave without applying your changes?',
  sent: 'What is sent',
};
