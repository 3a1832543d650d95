import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { languageName } from '#console/parts/language-text.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import type { Announcement } from './announcement-texts.ts';
import type { AnnouncementEditor } from './use-announcement-editor.ts';

interface TestPartProps {
  readonly announcement: Announcement;
  readonly editor: AnnouncementEditor;
  /** Reason why the texts can't be sent. */
  readonly problem: string | undefined;
}

/** Sends a test to one person's account in the app, such as the operator's own. */
export function TestPart({ announcement: { id }, editor, problem }: TestPartProps) {
  const { t, i18n } = useLingui();
  const askWhy = useAskWhy();
  const action = useOperatorAction(announcementCalls.testAnnouncement, {
    refetches: ['listAnnouncementTimeline', 'listAudit'],
  });
  const [email, setEmail] = useState(useSession().operator.email);
  const [showErrors, setShowErrors] = useState(false);
  const isValid = v.is(emailAddress, email);
  const send = async () => {
    setShowErrors(true);
    if (!isValid) return;
    const why = await askWhy({
      title: t`Send a test?`,
      consequence: t`The person gets a notification in the app at once.`,
      confirmLabel: t`Send a test`,
    });
    if (why === null) return;
    const rev = await editor.flush();
    const { language } = await action.mutateAsync({ params: { id }, body: { email, rev, why } });
    showToast({
      subject: 'announcements',
      tone: 'good',
      message: t`The test was sent. Language: ${languageName(language, i18n.locale)}`,
    });
  };
  return (
    <section
      aria-labelledby="test"
      className="flex flex-col gap-4 rounded-card bg-surface-raised p-4 card-rise"
    >
      <h2 id="test" className="font-semibold">
        <Trans>Test it</Trans>
      </h2>
      <ActionForm
        isGuarded={false}
        label={t`Test it`}
        error={action.error}
        isBusy={action.isPending}
        submitLabel={<Trans>Send a test</Trans>}
        disabledReason={problem}
        onSubmit={send}
      >
        <TextField
          label={t`Email address`}
          hint={t`From an account in the app, in this country. The person gets the text in their language.`}
          type="email"
          autoComplete="off"
          value={email}
          error={showErrors && !isValid ? t`Enter an email address.` : undefined}
          onChange={({ target }) => setEmail(target.value)}
        />
      </ActionForm>
    </section>
  );
}
