import { type ThemeConfig, theme } from 'antd';
import { type TokenName, tokens } from '../../../src/foundation/page/skin/tokens.ts';

export type ThemeName = 'light' | 'dark';

/**
 * Our colours for antd. Its dark algorithm derives new colours from the seeds, so a last algorithm sets the
 * exact values.
 */
export function antdTheme(name: ThemeName, isStill: boolean): ThemeConfig {
  const the = (token: TokenName): string => tokens[token][name];
  const base = name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const exact = exactColours(the);
  return {
    cssVar: { key: `countersign-${name}` },
    hashed: false,
    algorithm: [base, (_seed, map) => ({ ...(map as ReturnType<typeof base>), ...exact })],
    token: {
      ...exact,
      colorPrimary: the('fill'),
      fontFamily: 'var(--font)',
      fontFamilyCode: 'var(--mono)',
      fontSize: 14,
      fontSizeSM: 12,
      fontSizeHeading3: 20,
      borderRadius: 6,
      borderRadiusSM: 4,
      borderRadiusLG: 10,
      controlHeight: 32,
      controlHeightSM: 28,
      controlHeightLG: 44,
      motion: !isStill,
      motionDurationMid: '0.12s',
      boxShadow: 'none',
      boxShadowSecondary: the('float'),
      controlOutlineWidth: 0,
      lineWidthFocus: 2,
      colorSplit: the('line'),
    },
    components: componentTokens(the),
  };
}

type Pick = (token: TokenName) => string;

function exactColours(the: Pick): Record<string, string> {
  return {
    colorPrimary: the('fill'),
    colorPrimaryHover: the('fill-hover'),
    colorPrimaryActive: the('fill-hover'),
    colorPrimaryText: the('brand'),
    colorPrimaryTextHover: the('brand-hover'),
    colorPrimaryBg: the('tint'),
    colorPrimaryBgHover: the('tint'),
    colorPrimaryBorder: the('tint-edge'),
    colorSuccess: the('brand'),
    colorSuccessHover: the('brand-hover'),
    colorSuccessText: the('brand'),
    colorSuccessBg: the('tint'),
    colorSuccessBorder: the('tint-edge'),
    colorLink: the('brand'),
    colorLinkHover: the('brand-hover'),
    colorLinkActive: the('brand-hover'),
    colorError: the('bad'),
    colorErrorHover: the('bad-hover'),
    colorErrorText: the('bad'),
    colorErrorBg: the('bad-tint'),
    colorErrorBorder: the('bad-edge'),
    colorWarning: the('warn'),
    colorWarningText: the('warn'),
    colorWarningBg: the('warn-tint'),
    colorWarningBorder: the('warn-edge'),
    colorInfo: the('info'),
    colorInfoText: the('info'),
    colorInfoBg: the('info-tint'),
    colorInfoBorder: the('info-edge'),
    colorText: the('ink'),
    colorTextSecondary: the('soft'),
    colorTextTertiary: the('faint'),
    colorTextDescription: the('soft'),
    colorTextPlaceholder: the('faint'),
    colorBgLayout: the('ground'),
    colorBgContainer: the('paper'),
    colorBgElevated: the('raised'),
    colorBorder: the('edge'),
    colorBorderSecondary: the('line'),
  };
}

function componentTokens(the: Pick): ThemeConfig['components'] {
  const field = {
    // Field borders need a contrast of at least 3:1.
    colorBorder: the('control'),
    hoverBorderColor: the('brand'),
    // The value of a locked field is read all the same.
    colorTextDisabled: the('soft'),
  };
  const focused = { activeBorderColor: the('brand'), activeShadow: `0 0 0 3px ${the('tint')}` };
  return {
    Button: {
      fontWeight: 500,
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      dangerColor: the('on-bad'),
      // What a button would do is read before it can be pressed.
      colorTextDisabled: the('faint'),
      colorBgContainerDisabled: the('sunken'),
      borderColorDisabled: the('line'),
      // The fill colour of buttons is too dark for text on a dark background.
      defaultHoverColor: the('brand'),
      defaultHoverBorderColor: the('brand'),
      defaultActiveColor: the('brand'),
      defaultActiveBorderColor: the('brand'),
    },
    Input: { ...field, ...focused },
    InputNumber: { ...field, ...focused },
    Select: { ...field, activeBorderColor: the('brand'), optionSelectedBg: the('tint') },
    DatePicker: { ...field, ...focused },
    // The text of a chosen item.
    Dropdown: { colorPrimary: the('brand') },
    Checkbox: { colorBorder: the('control') },
    Radio: {
      colorBorder: the('control'),
      colorPrimary: the('brand'),
      colorPrimaryHover: the('brand-hover'),
      colorPrimaryActive: the('brand-hover'),
    },
    Switch: { colorTextQuaternary: the('control'), colorTextTertiary: the('soft') },
    Table: {
      headerBg: the('sunken'),
      headerColor: the('soft'),
      cellPaddingBlockSM: 7,
      cellFontSizeSM: 13,
      rowSelectedBg: the('tint'),
      rowSelectedHoverBg: the('tint'),
      rowHoverBg: the('hover'),
    },
    Card: { headerFontSize: 14, bodyPadding: 16 },
    Segmented: { itemSelectedBg: the('tint'), itemSelectedColor: the('brand') },
    Tabs: { itemSelectedColor: the('brand'), inkBarColor: the('brand') },
    Tag: { borderRadiusSM: 4 },
    Statistic: { contentFontSize: 22 },
    Tooltip: { colorBgSpotlight: the('raised'), colorTextLightSolid: the('ink') },
  };
}
