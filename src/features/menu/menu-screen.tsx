import { Trans, useLingui } from '@lingui/react/macro';
import { Building2, CircleUser, CloudUpload, Coins, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#src/data/use-format.ts';
import { usePageTitle } from '#src/data/use-page-title.ts';
import { useSingleton } from '#src/data/use-singleton.ts';
import { useSyncStatus } from '#src/data/use-sync-status.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/list.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Page } from '#src/ui/page.tsx';
import { Skeleton, SkeletonRow } from '#src/ui/skeleton.tsx';
import { CompanySheet } from './company-sheet.tsx';
import { SignOutSheet } from './sign-out-sheet.tsx';

/** Everything that is not on the bar (spec 1 §2). */
export function MenuScreen() {
  const { t } = useLingui();
  const [signingOut, setSigningOut] = useState(false);
  usePageTitle(t`Menu`);
  return (
    <Page title={<Trans>Menu</Trans>}>
      <div className="space-y-7">
        <PersonAndCompany />
        <Links />
        <div className="space-y-4">
          <Button
            variant="secondary"
            fullWidth
            icon={<LogOut />}
            onClick={() => setSigningOut(true)}
          >
            <Trans>Sign out</Trans>
          </Button>
          <p className="text-center text-caption text-ink-soft tnum">
            <Trans>Version {__APP_VERSION__}</Trans>
          </p>
        </div>
      </div>
      <SignOutSheet isOpen={signingOut} onOpenChange={setSigningOut} />
    </Page>
  );
}

function PersonAndCompany() {
  const { t } = useLingui();
  const self = useSingleton('self');
  const [open, setOpen] = useState(false);
  if (!self) {
    return (
      <Skeleton label={t`Loading your profile`}>
        <SkeletonRow />
        <SkeletonRow />
      </Skeleton>
    );
  }
  const { company } = self;
  return (
    <>
      <List label={t`You and your company`}>
        <ListRow
          icon={<CircleUser />}
          title={`${self.name} ${self.surname}`}
          meta={self.email ?? self.phone}
        />
        <ListRow
          icon={<Building2 />}
          title={company.name}
          meta={[company.address, company.city].filter(Boolean).join(', ')}
          chevron
          onPress={() => setOpen(true)}
        />
      </List>
      <CompanySheet company={company} isOpen={open} onOpenChange={setOpen} />
    </>
  );
}

function Links() {
  const { t } = useLingui();
  const format = useFormat();
  const points = useSingleton('points');
  const { unsent } = useSyncStatus();
  return (
    <List label={t`Go to`}>
      <ListRow
        icon={<Coins />}
        title={<Trans>Points</Trans>}
        trailing={points && <span className="tnum">{format.points(points.company_points)}</span>}
        {...linkTo(paths.balance())}
      />
      <ListRow
        icon={<CloudUpload />}
        title={<Trans>Unsent scans</Trans>}
        trailing={
          unsent.total > 0 && (
            <Badge tone={unsent.refused > 0 ? 'bad' : 'info'}>
              {unsent.refused > 0 ? (
                <Trans>{unsent.refused} refused</Trans>
              ) : (
                <Trans>{unsent.total} waiting</Trans>
              )}
            </Badge>
          )
        }
        {...linkTo(paths.scanOffline())}
      />
      <ListRow icon={<Settings />} title={<Trans>Settings</Trans>} {...linkTo(paths.settings())} />
    </List>
  );
}
