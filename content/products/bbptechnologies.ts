import type { Product } from './product.ts';

export const bbptechnologies = {
  icon: 'chip',
  title: 'BBP Technologies',
  subtitle: 'Digital solutions and embedded platforms',
  description:
    'Firmware, gateways and the applications behind them, designed as one product, so that a reading on a device becomes a figure you can use.',
  features: [
    'Firmware for sensors, controllers and gateways',
    'Device data delivered to your cloud',
    'Web and mobile apps for operators',
    'Signed updates sent over the air',
  ],
  color: 'slate',
  link: '/contact',
  external: false,
  page: {
    slug: 'bbptechnologies',
    kind: 'platform',
    seo: {
      title: 'BBP Technologies: Embedded Platforms',
      description:
        'BBP Technologies takes a connected product from firmware and gateway to cloud and app: one message format, signed updates and a bench prototype first.',
      keywords: [
        'BBP Technologies',
        'embedded platform development',
        'firmware development',
        'IoT gateway software',
        'connected product design',
      ],
    },
    description: [
      'A connected product often has three makers: one for the board, one for the firmware and one for the app. Faults settle in the gaps between them. A sensor reports in the wrong unit, an update leaves a device dead in the field, a dashboard shows yesterday’s reading as today’s.',
      'BBP Technologies covers the whole chain, from the processor to the browser. One team fixes the message format, writes the firmware and the gateway, and builds the web or mobile application that your operators use. Devices store their readings when the network drops and send them, in order, when it returns.',
      'Work begins on a bench: your sensor or a development board, sending real readings to a page that you can open. That tells you about range, battery life and data cost before you pay for a board of your own. Pilot units in the field come next, and volume after them.',
    ],
    features: [
      {
        title: 'Firmware that recovers',
        text: 'A watchdog restarts a stuck device and a failed update falls back to the version before, without a visit to the site.',
      },
      {
        title: 'From device to cloud',
        text: 'Readings travel encrypted to the cloud account you choose, with the time they were taken and the unit they are in.',
      },
      {
        title: 'Screens for operators',
        text: 'Web and mobile applications show what needs attention now, and let authorised staff change a setting from where they stand.',
      },
      {
        title: 'Updates under control',
        text: 'Each update is signed, goes to a small group first and reaches the other devices only after those have reported back.',
      },
    ],
  },
} satisfies Product;
