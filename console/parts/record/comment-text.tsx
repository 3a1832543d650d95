import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { commentCalls } from '#schemas/operator/comment-calls.ts';
import type { TimelineEntry } from '#schemas/operator/record-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { SmallActionButton } from '#console/parts/action-button.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

interface CommentTextProps {
  readonly comment: NonNullable<TimelineEntry['comment']>;
  /** Id of the call that lists the record's timeline. */
  readonly timeline: string;
}

/** Text of a comment, which its author can delete. */
export function CommentText({ comment, timeline }: CommentTextProps) {
  const { t, i18n } = useLingui();
  const { operator } = useSession();
  const { id, author, text, deleted_at: deletedAt } = comment;
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(commentCalls.deleteComment, { refetches: [timeline] });
  if (text === null)
    return (
      <p className="mt-1 text-ink-soft italic">
        {deletedAt === null ? (
          <Trans>The text was erased.</Trans>
        ) : (
          <Trans>Deleted by its author, {timeText(i18n, deletedAt)}</Trans>
        )}
      </p>
    );
  const confirm = async () => {
    const why = await askWhy({
      title: t`Delete your comment?`,
      consequence: t`The timeline still shows that you wrote one. This can’t be undone.`,
      confirmLabel: t`Delete`,
      tone: 'danger',
    });
    if (why !== null) await action.mutateAsync({ params: { id }, body: { why } });
  };
  return (
    <div className="mt-1 flex items-start gap-2">
      <p className="min-w-0 flex-1 break-long whitespace-pre-wrap">{text}</p>
      {author === operator.id && (
        <SmallActionButton
          isBusy={action.isPending}
          onClick={() => {
            confirm().catch((error: unknown) =>
              showToast({ subject: 'comment', tone: 'bad', message: errorText(error) }),
            );
          }}
        >
          <Trash2 />
          <Trans>Delete the comment</Trans>
        </SmallActionButton>
      )}
    </div>
  );
}
