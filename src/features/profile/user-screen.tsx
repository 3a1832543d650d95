import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { languageById, toCatalogueLanguage } from '#schemas/languages.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { useConsentLabels } from '#src/features/_shared/onboarding/use-consent-labels.ts';
import { readablePhone } from '#src/data/text/phone.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { languageName } from '#src/i18n/language-names.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Avatar } from '#src/ui/media/avatar.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Skeleton, SkeletonCard, SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { useAvatarSource, useRoleLabels } from './queries.ts';

/** `/user`: the user's profile. */
export function UserScreen() {
  const { t } = useLingui();
  const self = useSingleton('self');
  usePageTitle(t`Your profile`);
  return (
    <Page
      title={<Trans>Your profile</Trans>}
      width="wide"
      footer={
        self && (
          <LinkButton size="large" fullWidth icon={<Pencil />} {...linkTo(paths.userEdit())}>
            <Trans>Edit profile</Trans>
          </LinkButton>
        )
      }
    >
      {self ? (
        <Profile self={self} />
      ) : (
        <Skeleton label={t`Loading your profile`}>
          <SkeletonRow />
          <SkeletonCard lines={5} />
        </Skeleton>
      )}
    </Page>
  );
}

function Profile({ self }: { self: InstallerUser }) {
  const { t, i18n } = useLingui();
  const roleLabel = useRoleLabels();
  const avatar = useAvatarSource();
  const canSee = useCanSee();
  const name = `${self.name} ${self.surname}`;
  const language = toCatalogueLanguage(languageById(self.languages_id));
  return (
    <div className="grid grid-cols-1 items-start gap-7 tablet:grid-cols-2 tablet:gap-x-6">
      <div className="space-y-7">
        {self.pending_email ? (
          <PendingEmail email={displayEmail(self.pending_email)} />
        ) : (
          <UnverifiedEmail self={self} />
        )}
        <Card>
          <div className="mb-4 flex items-center gap-4">
            <Avatar name={name} src={avatar} size="large" alt={t`Your photo`} />
            <div className="min-w-0">
              <p className="font-display text-title font-semibold break-long">{name}</p>
              <p className="text-ink-soft break-long">{roleLabel(self.role.id)}</p>
            </div>
          </div>
          <DetailList
            items={[
              { term: <Trans>Email address</Trans>, detail: <Email self={self} /> },
              {
                term: <Trans>Phone number</Trans>,
                detail: self.phone === null ? <NotProvided /> : readablePhone(self.phone),
              },
              {
                term: <Trans>Message language</Trans>,
                detail: languageName(language, i18n.locale),
              },
            ]}
          />
        </Card>
      </div>
      <div className="space-y-7">
        {canSee(paths.company()) && (
          <List label={t`Your company`}>
            <ListRow
              thumbnail={<Avatar name={self.company.name} />}
              title={self.company.name}
              meta={[self.company.address, self.company.city].filter(Boolean).join(', ')}
              {...linkTo(paths.company())}
            />
          </List>
        )}
        <Consents self={self} />
      </div>
    </div>
  );
}

function Email({ self }: { self: InstallerUser }) {
  if (self.email === null) return <NotProvided />;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 break-long">{displayEmail(self.email)}</span>
      {self.verified_email_at !== null && (
        <Badge tone="good">
          <Trans>Verified</Trans>
        </Badge>
      )}
    </span>
  );
}

/** Notice about a new email address that isn't used until its code is entered. */
function PendingEmail({ email }: { email: string }) {
  return (
    <Banner
      tone="info"
      title={<Trans>{email} isn’t verified yet</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Enter the code</Trans>
        </LinkButton>
      }
    >
      <Trans>Enter the code we sent there to start using this address.</Trans>
    </Banner>
  );
}

/** Prompts users who can verify their address to do so (spec 1 §6). */
function UnverifiedEmail({ self }: { self: InstallerUser }) {
  const canVerify = managesOwnEmail(self.role.id) && self.email !== null;
  if (!canVerify || self.verified_email_at !== null) return null;
  return (
    <Banner
      tone="warn"
      title={<Trans>Your email address isn’t verified</Trans>}
      action={
        <LinkButton variant="secondary" {...linkTo(paths.verifyEmail())}>
          <Trans>Verify address</Trans>
        </LinkButton>
      }
    >
      <Trans>We’ll send you a code to enter here.</Trans>
    </Banner>
  );
}

function Consents({ self }: { self: InstallerUser }) {
  const { t } = useLingui();
  const labels = useConsentLabels();
  const yesOrNo = (isAgreed: boolean) => (isAgreed ? t`Yes` : t`No`);
  return (
    <Section title={<Trans>Can we contact you?</Trans>}>
      <Card>
        <DetailList
          items={[
            { term: labels.email_consent.label, detail: yesOrNo(self.email_consent) },
            { term: labels.phone_consent.label, detail: yesOrNo(self.phone_consent) },
          ]}
        />
      </Card>
    </Section>
  );
}

function NotProvided() {
  return (
    <span className="font-normal text-ink-soft">
      <Trans>Not provided</Trans>
    </span>
  );
}
