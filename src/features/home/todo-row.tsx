import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import type { Todo } from './todos.ts';
import { type Dismissible, dismissTodo } from './dismiss-todo.ts';
import { useTodoText } from './use-todo-text.tsx';

/** One todo: what it is, what is at stake, how long there still is, and one tap to where it is solved. */
export function TodoRow({ todo }: { todo: Todo }) {
  const { icon, title, meta, path } = useTodoText(todo);
  return (
    <ListRow
      icon={icon}
      title={title}
      meta={meta}
      action={isDismissible(todo) && <DismissButton todo={todo} />}
      chevron={!isDismissible(todo)}
      {...linkTo(path)}
    />
  );
}

function isDismissible(todo: Todo): todo is Dismissible {
  return todo.kind === 'points' || todo.kind === 'voucher' || todo.kind === 'survey';
}

function DismissButton({ todo }: { todo: Dismissible }) {
  const { t, i18n } = useLingui();
  const account = useAccount();
  const serverNow = useServerNow();
  const options = useSingleton('self')?.options ?? '{}';
  const labels = { points: t`Got it`, voucher: t`Remind me no more`, survey: t`Later` };
  const press = () => void dismissTodo(todo, { account, i18n, now: serverNow(), options });
  return <IconButton label={labels[todo.kind]} icon={<X />} onClick={press} />;
}
