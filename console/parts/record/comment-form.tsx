import { Trans, useLingui } from '@lingui/react/macro';
import {
  commentCalls,
  type CommentKind,
  commentRights,
  MAX_COMMENT,
} from '#schemas/operator/comment-calls.ts';
import { viewerRights, type OperatorRight } from '#schemas/operator/operator-rights.ts';
import type { RegionId } from '#schemas/regions.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { type OperatorSession, regionsWithRight } from '#console/data/session.ts';
import { useDraft } from '#console/data/use-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { DraftChangedNotice } from '#console/parts/form-draft-notice.tsx';
import { SubmitForm } from '#console/parts/submit-form.tsx';

/** A record that operators comment on. */
export interface CommentedRecord {
  readonly kind: CommentKind;
  readonly id: string;
  /** The record's country; null if it isn't known. */
  readonly region: RegionId | null;
}

/** True if the operator can read the record and has a role other than viewer in its country. */
export function canComment(
  session: OperatorSession,
  { kind, region }: Pick<CommentedRecord, 'kind' | 'region'>,
): boolean {
  const isViewerIn = (id: RegionId) =>
    session.rights.every(
      ({ right, regions }) =>
        (viewerRights as readonly OperatorRight[]).includes(right) || !regions.includes(id),
    );
  return regionsWithRight(session, commentRights[kind]).some(
    (id) => (region === null || id === region) && !isViewerIn(id),
  );
}

interface CommentFormProps {
  readonly record: CommentedRecord;
  /** Id of the call that lists the record's timeline. */
  readonly timeline: string;
}

/** Field for an internal comment on a record. The text is kept as a draft until the comment is sent. */
export function CommentForm({ record: { kind, id }, timeline }: CommentFormProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const draft = useDraft({ kind, record: id, field: 'comment' });
  const action = useOperatorAction(commentCalls.writeComment, { refetches: [timeline] });
  const send = async () => {
    await action.mutateAsync({ body: { kind, record: id, text: draft.text, why: 'comment' } });
    await draft.clear();
  };
  return (
    <SubmitForm isGuarded={false} className="mb-4 flex flex-col gap-2" onSubmit={send}>
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
      <DraftChangedNotice draft={draft} />
      <TextAreaField
        label={t`Comment`}
        hint={t`Only operators see it. Don’t enter phone numbers, addresses or codes here.`}
        maxLength={MAX_COMMENT}
        disabled={!draft.isReady || action.isPending}
        value={draft.text}
        onChange={({ target }) => draft.setText(target.value)}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="text-caption text-ink-soft">
          {draft.isSaved ? null : <Trans>The draft isn’t saved yet.</Trans>}
        </span>
        <ActionButton
          variant="secondary"
          busy={action.isPending}
          disabledReason={draft.text.trim() === '' && t`Write a comment first.`}
          type="submit"
        >
          <Trans>Add the comment</Trans>
        </ActionButton>
      </div>
    </SubmitForm>
  );
}
