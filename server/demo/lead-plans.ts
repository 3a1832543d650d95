import { type LeadReason } from '#schemas/lead-reasons.ts';
import { type LeadStatus } from '#schemas/lead-status.ts';
import { projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import { type DemoCompanyKey } from './companies.ts';

/** A demo lead's status, and how long ago the lead arrived and reached that status. */
export interface LeadPlan {
  readonly status: LeadStatus;
  /** How many days before the demo was loaded the lead arrived. */
  readonly age: number;
  /** How many days before the demo was loaded the lead's status last changed. */
  readonly movedAge: number;
  readonly reasons?: readonly LeadReason[];
  /** The company's first project with this status belongs to the lead. */
  readonly project?: ProjectStatusId;
}

/** At least one lead in each status, and several in the active ones. */
const leads: readonly LeadPlan[] = [
  plan('new', 0, 0),
  plan('new', 1, 1),
  plan('new', 4, 4),
  plan('interested', 3, 1),
  plan('interested', 9, 6),
  plan('contacted', 8, 2),
  plan('contacted', 20, 12),
  plan('contacted', 30, 25),
  { ...plan('agreed', 18, 1), project: projectStatus.scheduled },
  { ...plan('closed', 70, 31), project: projectStatus.closed },
  plan('not-interested', 26, 25),
  { ...plan('contact-unsuccessful', 33, 29), reasons: ['customer_not_reached'] },
  { ...plan('not-agreed', 44, 30), reasons: ['price_too_high', 'chose_another_company'] },
  { ...plan('lost', 52, 40), reasons: ['no_free_time'] },
  plan('rejected', 57, 50),
  plan('rejected-by-installer', 61, 58),
  plan('time-out', 64, 57),
  plan('expired-interest', 80, 60),
  plan('expired-contact', 150, 85),
  { ...plan('expired-agreement', 240, 140), project: projectStatus.lost },
];

/** Leads by demo company. */
export const leadPlans: Partial<Record<DemoCompanyKey, readonly LeadPlan[]>> = {
  nowak: leads,
  dvorak: leads,
};

/** Customers by demo company. */
export const demoCustomers: Partial<Record<DemoCompanyKey, readonly DemoCustomer[]>> = {
  nowak: [
    customer('Katarzyna', 'Wójcik', 'ul. Ogrodowa 5', '32-020', 'Wieliczka', '+48600100201'),
    customer('Marek', 'Zając', 'ul. Mickiewicza', '30-059', 'Kraków', '+48600100202'),
    customer('Ewa', 'Sikora', 'ul. Wiślna 3/4', '31-007', 'Kraków', '+48600100203'),
    customer('Tomasz', 'Król', 'ul. Leśna 18', '32-005', 'Niepołomice', '+48600100204'),
    customer('Barbara', 'Lech', 'ul. Zakopiańska 112', '30-435', 'Kraków', '+48600100205'),
    customer('Łukasz', 'Żak', 'ul. Słoneczna', '32-083', 'Balice', '+48600100206'),
    customer('Halina', 'Mróz', 'ul. Kasprowicza 9', '34-500', 'Zakopane', '+48600100207'),
  ],
  dvorak: [
    customer('Petra', 'Veselá', 'Masarykova 21', '602 00', 'Brno', '+420602100201'),
    customer('Tomáš', 'Kučera', 'Palackého', '612 00', 'Brno', '+420602100202'),
    customer('Lenka', 'Malá', 'Zahradní 4', '664 91', 'Ivančice', '+420602100203'),
    customer('Jiří', 'Šimek', 'Komenského 77', '678 01', 'Blansko', '+420602100204'),
    customer('Věra', 'Říhová', 'Pod Lesem 2', '692 01', 'Mikulov', '+420602100205'),
  ],
};

interface DemoCustomer {
  readonly firstName: string;
  readonly lastName: string;
  /** Some of them have no house number. */
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly phone: string;
}

function customer(
  firstName: string,
  lastName: string,
  street: string,
  postalCode: string,
  city: string,
  phone: string,
): DemoCustomer {
  return { firstName, lastName, street, postalCode, city, phone };
}

function plan(status: LeadStatus, age: number, movedAge: number): LeadPlan {
  return { status, age, movedAge };
}
