import { useLingui } from '@lingui/react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { initialsOf } from '#src/ui/media/avatar.tsx';
import { Logo } from '#src/ui/media/logo.tsx';

/** Who has written: the club's own mark, or the person's initials. The words beside it say the same. */
export function Face({ isOwn }: { isOwn: boolean }) {
  const { i18n } = useLingui();
  const self = useSingleton('self');
  if (!isOwn) return <Logo size="face" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-[32px] shrink-0 place-items-center rounded-[10px] bg-dawn font-display text-caption font-semibold text-dawn-ink card-line"
    >
      {self && initialsOf(`${self.name} ${self.surname}`, i18n.locales ?? i18n.locale)}
    </span>
  );
}
