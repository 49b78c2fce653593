import type { Token } from 'parse5';

const hidingStyle = /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all|max-height:0|opacity:0*\.?0*(?:;|!|$))/;
/** Without size or in the colour of paper: an element within may change that. */
const faintStyle = /(?:^|;)(?:font-size:0|color:(?:white|transparent|#fff(?:fff)?(?:;|!|$)))/;
const fontStyle = /(?:^|;)(?:font-size|color|font):/;

/** Follows the tags of an HTML document, and tells whether the text behind them is seen. In doubt it is not. */
export function createVisibility() {
  let hiding: { tagName: string; depth: number; isFaint: boolean } | null = null;
  return {
    isVisible: () => hiding === null,
    startElement({ tagName, attrs }: Token.TagToken) {
      if (/^(?:br|hr|img|input|link|meta)$/.test(tagName)) return;
      const style =
        attrs
          .find(({ name }) => name === 'style')
          ?.value.replaceAll(/\s/g, '')
          .toLowerCase() ?? '';
      const isHidden = hidingStyle.test(style) || attrs.some(({ name }) => name === 'hidden');
      const isFaint = faintStyle.test(style);
      if (hiding?.isFaint === true && (isHidden || fontStyle.test(style))) hiding = null;
      if (hiding === null && (isHidden || isFaint)) hiding = { tagName, depth: 1, isFaint: !isHidden };
      else if (hiding?.tagName === tagName) hiding.depth += 1;
    },
    endElement(tagName: string) {
      if (hiding?.tagName === tagName && --hiding.depth === 0) hiding = null;
    },
  };
}
