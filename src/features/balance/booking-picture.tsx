import {
  ClipboardCheck,
  Gift,
  Hourglass,
  type LucideIcon,
  Megaphone,
  Smile,
  Timer,
  UserRound,
} from 'lucide-react';
import type { PointEvent } from '#schemas/ledger.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { IconTile } from '#src/ui/media/icon-tile.tsx';
import { Picture } from '#src/ui/media/picture.tsx';
import { rowPictureClass } from '#src/ui/media/vendor-picture.tsx';

/** Icons of events without a picture. */
const icons: Partial<Record<PointEvent, LucideIcon>> = {
  survey: ClipboardCheck,
  filling_out_profile: UserRound,
  installers_promotion_1: Megaphone,
  installers_promotion_2: Megaphone,
  installers_promotion_3: Megaphone,
  installers_promotion_4: Megaphone,
  prioritisation_of_response_time: Timer,
  satisfaction_score: Smile,
  points_expired: Hourglass,
};

const ofProjects: readonly PointEvent[] = ['project_closed', 'project_survey_completed'];
const trainings: readonly PointEvent[] = ['trainings', 'online_training_participation'];
const ofOrders: readonly PointEvent[] = ['order_reservation', 'order_reject', 'order_complete'];

const closed = { status: { id: projectStatus.closed }, expires_at: null };
const begun = { status: { id: projectStatus.scheduled }, expires_at: null };

/** Picture of what a booking came from, such as a roof or a product. */
export function BookingPicture({ event }: { event: PointEvent }) {
  if (ofProjects.includes(event)) return <ProjectThumbnail project={closed} />;
  if (event === 'welcome_points') return <ProjectThumbnail project={begun} />;
  if (trainings.includes(event)) return <Thing name="things/training" />;
  if (ofOrders.includes(event)) return <Thing name="products/box" />;
  const Icon = icons[event] ?? Gift;
  return <IconTile tone={event === 'points_expired' ? 'system' : 'place'} icon={<Icon />} />;
}

function Thing({ name }: { name: 'things/training' | 'products/box' }) {
  return <Picture name={name} sizes="56px" alt="" className={rowPictureClass} />;
}
