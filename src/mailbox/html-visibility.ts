interface Tag {
  tagName: string;
  attrs: readonly { name: string; value: string }[];
}

interface OpenElement {
  tagName: string;
  isHidden: boolean;
  /** Without size or in the colour of paper, which an element in it may change. */
  isFaint: boolean;
}

const voidElements = new Set('area br col hr img input link meta wbr'.split(' '));
const hidingStyle = /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all|opacity:0*\.?0*(?:;|!|$)|max-height:0)/;
const faintStyle = /(?:^|;)(?:font-size:0|color:(?:white|transparent|#fff(?:fff)?(?:;|!|$)))/;
const fontStyle = /(?:^|;)(?:font-size|color|font):/;

/** Elements that an end tag is looked for in: wrong nesting costs no time. */
const maxSearched = 50;

/**
 * Follows the tags of an HTML document, and tells whether the text behind them is seen. In doubt it is not, so that text
 * for programs alone is never taken for a person's words.
 */
export function createVisibility() {
  const open: OpenElement[] = [];
  return {
    isVisible: () => !(open.at(-1)?.isHidden ?? false) && !(open.at(-1)?.isFaint ?? false),
    startElement({ tagName, attrs }: Tag) {
      if (voidElements.has(tagName)) return;
      const style =
        attrs
          .find(({ name }) => name === 'style')
          ?.value.replaceAll(/\s/g, '')
          .toLowerCase() ?? '';
      const { isHidden = false, isFaint = false } = open.at(-1) ?? {};
      open.push({
        tagName,
        isHidden: isHidden || hidingStyle.test(style) || attrs.some(({ name }) => name === 'hidden'),
        isFaint: fontStyle.test(style) ? faintStyle.test(style) : isFaint,
      });
    },
    endElement(tagName: string) {
      const start = Math.max(0, open.length - maxSearched);
      const found = open.slice(start).findLastIndex((element) => element.tagName === tagName);
      if (found >= 0) open.length = start + found;
    },
  };
}
