import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ServiceIconId } from '#schemas/marketing-pictures.ts';

/** Names of the icons, for choosing one. */
export const serviceIconNames: Readonly<Record<ServiceIconId, MessageDescriptor>> = {
  roof_window: msg`Roof window`,
  replacement: msg`Replacement`,
  flat_roof: msg`Flat roof`,
  sun_tunnel: msg`Sun tunnel`,
  attic: msg`Attic conversion`,
  flashing: msg`Flashing`,
  insulation: msg`Insulation`,
  blind: msg`Blind`,
  shutter: msg`Shutter`,
  electric: msg`Electric control`,
  solar: msg`Solar power`,
  rain_sensor: msg`Rain sensor`,
  repair: msg`Repair and service`,
  measuring: msg`Measuring`,
  advice: msg`Advice`,
  guarantee: msg`Guarantee`,
  ladder: msg`Access to the roof`,
  delivery: msg`Delivery`,
};
