import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { Wizard } from './use-wizard.ts';

/** Warns if the selected project was changed meanwhile; nothing otherwise. */
export function ProjectNotice({ wizard }: { wizard: Wizard }) {
  const { draft, eligibility, project } = wizard;
  if (draft.asked) return <Unanswered />;
  if (eligibility === 'gone') {
    return (
      <Notice title={<Trans>This project does not exist any more</Trans>} wizard={wizard}>
        <Trans>It was deleted in the meantime. A certificate needs another one.</Trans>
      </Notice>
    );
  }
  if (eligibility === 'not_closed') {
    return (
      <Notice title={<Trans>This project is not completed</Trans>} wizard={wizard}>
        <Trans>Certificates are issued for completed projects.</Trans>
      </Notice>
    );
  }
  if (eligibility !== 'certified') return null;
  const certificate = project?.warranty_certificate_uuid ?? null;
  return (
    <Notice
      title={<Trans>This project has a certificate already</Trans>}
      wizard={wizard}
      link={
        certificate !== null && (
          <LinkButton variant="secondary" {...linkTo(paths.warrantyCertificate(certificate))}>
            <Trans>Open the certificate</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>Each project has one. It was issued in the meantime.</Trans>
    </Notice>
  );
}

interface NoticeProps {
  title: ReactNode;
  wizard: Wizard;
  link?: ReactNode;
  children: ReactNode;
}

function Notice({ title, wizard: { draft, dispatch }, link, children }: NoticeProps) {
  return (
    <Banner
      tone="warn"
      live="polite"
      title={title}
      action={
        <>
          {link}
          {draft.step > 1 && (
            <Button variant="secondary" onClick={() => dispatch({ name: 'went', step: 1 })}>
              <Trans>Choose another project</Trans>
            </Button>
          )}
        </>
      }
    >
      {children}
    </Banner>
  );
}

/** The certificate may exist already, so the same request must be sent again. */
function Unanswered() {
  return (
    <Banner tone="info" title={<Trans>No answer has come yet</Trans>}>
      <Trans>
        It was sent, and may have been issued. Issue it once more as it is: there will be one
        certificate, not two.
      </Trans>
    </Banner>
  );
}
