import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import type { Matter } from './matters.ts';
import { type Dismissible, putAway } from './put-away.ts';
import { useMatterWords } from './use-matter-words.tsx';

/** One matter: what it is, what is at stake, how long there still is, and one tap to where it is solved. */
export function MatterRow({ matter }: { matter: Matter }) {
  const { icon, title, meta, path } = useMatterWords(matter);
  return (
    <ListRow
      icon={icon}
      title={title}
      meta={meta}
      action={isDismissible(matter) && <PutAwayButton matter={matter} />}
      chevron={!isDismissible(matter)}
      {...linkTo(path)}
    />
  );
}

function isDismissible(matter: Matter): matter is Dismissible {
  return matter.kind === 'points' || matter.kind === 'voucher' || matter.kind === 'survey';
}

function PutAwayButton({ matter }: { matter: Dismissible }) {
  const { t, i18n } = useLingui();
  const account = useAccount();
  const serverNow = useServerNow();
  const options = useSingleton('self')?.options ?? '{}';
  const labels = { points: t`Got it`, voucher: t`Remind me no more`, survey: t`Later` };
  const press = () => void putAway(matter, { account, i18n, now: serverNow(), options });
  return <IconButton label={labels[matter.kind]} icon={<X />} onClick={press} />;
}
