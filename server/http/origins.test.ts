import { describe, expect, it } from 'vitest';
import { comesFromOurPages } from './origins.ts';

const allowed = new Set(['https://www.example.com', 'https://cdn.example']);

describe('a request that changes something', () => {
  it.each([
    ['no browser', {}],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://www.example.com' }],
    ['our own page that hides its origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['our own page behind a proxy that keeps the host', { origin: 'http://192.0.2.1:8080', host: '192.0.2.1:8080' }],
    ['our own page behind a proxy that changes the host', { origin: 'https://www.example.com', host: 'inside:3000' }],
    ['an allowed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://cdn.example' }],
  ])('may come from %s', (_who, headers) => expect(comesFromOurPages(headers, allowed)).toBe(true));

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another site that sends no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.com' }],
    ['another site in an old browser', { origin: 'https://evil.example', host: 'www.example.com' }],
    ['a hidden origin in an old browser', { origin: 'null', host: 'www.example.com' }],
  ])('may not come from %s', (_who, headers) => expect(comesFromOurPages(headers, allowed)).toBe(false));
});
