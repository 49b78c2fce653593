import { ArrowUpRight, Check, ChevronDown, ChevronLeft, LoaderCircle, Mail, MapPin, Menu, Moon } from 'lucide';
import { Phone, Sun, X } from 'lucide';

import { Icon } from '../components/icon.tsx';
import { LogoMark } from '../components/logo-mark.tsx';
import { ProductIcon } from '../components/product-icon.tsx';
import { accents } from './accents.ts';
import { productIcons } from './product-cards.tsx';

/** Every colour of words on every ground. */
export function Colours() {
  return ['bg-ground', 'bg-raised'].map((ground) => (
    <ul key={ground} className={`specimen-row specimen-ground ${ground}`}>
      <li>text</li>
      <li className="text-quiet">quiet</li>
      {accents.map((accent) => (
        <li key={accent} data-accent={accent} className="border-t-3 border-accent font-semibold text-accent">
          {accent}
        </li>
      ))}
    </ul>
  ));
}

const sizes = ['text-hero font-extrabold', 'text-h1 font-bold', 'text-h2 font-bold', 'text-h3 font-bold'];

export function TypeScale() {
  return (
    <>
      {sizes.map((size) => (
        <p key={size} className={`font-display ${size}`}>
          Spans 0123
        </p>
      ))}
      <p className="mt-4 text-lead">The lead under a heading</p>
      <p>
        Running text with a{' '}
        <a href="#main" className="link">
          link
        </a>
        , and figures below each other:
      </p>
      <p className="figures">0117 111 1111</p>
      <p className="figures">0117 000 0000</p>
      <p className="text-small text-quiet">A note</p>
    </>
  );
}

const shapes = [Menu, X, ChevronDown, ChevronLeft, Sun, Moon, Check, ArrowUpRight, Mail, Phone, MapPin, LoaderCircle];

/** The logo, icons in words, and icons of products. */
export function Marks() {
  return (
    <>
      <div className="specimen-row">
        <LogoMark />
        <span className="site-logo">
          <LogoMark />
          Name
        </span>
      </div>
      <div className="specimen-row">
        {shapes.map((shape) => (
          <Icon key={JSON.stringify(shape)} shapes={shape} />
        ))}
      </div>
      <div className="specimen-row">
        {productIcons.map((icon, index) => (
          <span key={icon} data-accent={accents[index]}>
            <ProductIcon icon={icon} />
          </span>
        ))}
      </div>
    </>
  );
}
