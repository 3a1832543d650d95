import { Trans, useLingui } from '@lingui/react/macro';
import { CloudUpload, LogOut, Sun } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '#src/data/text/format.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Points } from '#src/ui/points.tsx';
import { MenuGroups } from './menu-groups.tsx';
import { MenuTiles } from './menu-tiles.tsx';
import { PersonAndCompany } from './person-and-company.tsx';
import { SignOutSheet } from './sign-out-sheet.tsx';

/** Everything that isn't in the navigation bar (spec 1 §2). */
export function MenuScreen() {
  const { t } = useLingui();
  const [signingOut, setSigningOut] = useState(false);
  usePageTitle(t`Menu`);
  return (
    <Page title={<Trans>Menu</Trans>} width="wide">
      {/* Two columns: person and tiles on the left, the rest on the right. */}
      <div className="grid grid-cols-1 items-start gap-7 tablet:grid-cols-2 tablet:gap-x-6">
        <div className="space-y-7">
          <PersonAndCompany />
          <MenuTiles />
        </div>
        <div className="space-y-7">
          <Links />
          <MenuGroups />
          <SignOut onSignOut={() => setSigningOut(true)} />
        </div>
      </div>
      <SignOutSheet isOpen={signingOut} onOpenChange={setSigningOut} />
    </Page>
  );
}

function SignOut({ onSignOut }: { onSignOut: () => void }) {
  return (
    <div className="space-y-4">
      <Button variant="secondary" fullWidth icon={<LogOut />} onClick={onSignOut}>
        <Trans context="oneself">Sign out</Trans>
      </Button>
      <p className="text-center text-caption text-ink-soft tnum">
        <Trans>Version {__APP_VERSION__}</Trans>
      </p>
    </div>
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
        icon={<Sun />}
        title={<Trans>Points</Trans>}
        number={
          points && (
            <Points
              number={format.number(points.company_points)}
              label={format.points(points.company_points)}
            />
          )
        }
        {...linkTo(paths.balance())}
      />
      <ListRow
        icon={<CloudUpload />}
        title={<Trans>Unsent work</Trans>}
        trailing={
          unsent !== null &&
          unsent.total > 0 && (
            <Badge tone={unsent.refusedTotal > 0 ? 'bad' : 'info'}>
              {unsent.refusedTotal > 0 ? (
                <Trans>{unsent.refusedTotal} refused</Trans>
              ) : (
                <Trans>{unsent.total} not sent</Trans>
              )}
            </Badge>
          )
        }
        {...linkTo(paths.scanOffline())}
      />
    </List>
  );
}
