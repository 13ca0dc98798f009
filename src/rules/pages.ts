// Written by `npm run pages` from src/rules/*/PV*.ts.
import { PV101 } from './architectures/PV101';
import { PV102 } from './architectures/PV102';
import { PV103 } from './architectures/PV103';
import { PV104 } from './architectures/PV104';
import { PV105 } from './architectures/PV105';
import { PV106 } from './architectures/PV106';
import { PV107 } from './architectures/PV107';
import { PV108 } from './architectures/PV108';
import { PV109 } from './architectures/PV109';
import { PV110 } from './architectures/PV110';
import { PV111 } from './architectures/PV111';
import { PV112 } from './architectures/PV112';
import { PV113 } from './architectures/PV113';
import { PV701 } from './argocd/PV701';
import { PV702 } from './argocd/PV702';
import { PV703 } from './argocd/PV703';
import { PV704 } from './argocd/PV704';
import { PV705 } from './argocd/PV705';
import { PV706 } from './argocd/PV706';
import { PV707 } from './argocd/PV707';
import { PV708 } from './argocd/PV708';
import { PV709 } from './argocd/PV709';
import { PV710 } from './argocd/PV710';
import { PV711 } from './argocd/PV711';
import { PV712 } from './argocd/PV712';
import { PV713 } from './argocd/PV713';
import { PV714 } from './argocd/PV714';
import { PV715 } from './argocd/PV715';
import { PV716 } from './argocd/PV716';
import { PV717 } from './argocd/PV717';
import { PV718 } from './argocd/PV718';
import { PV719 } from './argocd/PV719';
import { PV720 } from './argocd/PV720';
import { PV721 } from './argocd/PV721';
import { PV722 } from './argocd/PV722';
import { PV723 } from './argocd/PV723';
import { PV724 } from './argocd/PV724';
import { PV725 } from './argocd/PV725';
import { PV726 } from './argocd/PV726';
import { PV801 } from './consistency/PV801';
import { PV802 } from './consistency/PV802';
import { PV803 } from './consistency/PV803';
import { PV804 } from './consistency/PV804';
import { PV805 } from './consistency/PV805';
import { PV201 } from './gates/PV201';
import { PV202 } from './gates/PV202';
import { PV203 } from './gates/PV203';
import { PV204 } from './gates/PV204';
import { PV205 } from './gates/PV205';
import { PV206 } from './gates/PV206';
import { PV207 } from './gates/PV207';
import { PV208 } from './gates/PV208';
import { PV209 } from './gates/PV209';
import { PV210 } from './gates/PV210';
import { PV211 } from './gates/PV211';
import { PV212 } from './gates/PV212';
import { PV301 } from './golden-images/PV301';
import { PV302 } from './golden-images/PV302';
import { PV303 } from './golden-images/PV303';
import { PV304 } from './golden-images/PV304';
import { PV305 } from './golden-images/PV305';
import { PV306 } from './golden-images/PV306';
import { PV307 } from './golden-images/PV307';
import { PV308 } from './golden-images/PV308';
import { PV309 } from './golden-images/PV309';
import { PV310 } from './golden-images/PV310';
import { PV311 } from './golden-images/PV311';
import { PV312 } from './golden-images/PV312';
import { PV313 } from './golden-images/PV313';
import { PV314 } from './golden-images/PV314';
import { PV315 } from './golden-images/PV315';
import { PV316 } from './golden-images/PV316';
import { PV317 } from './golden-images/PV317';
import { PV318 } from './golden-images/PV318';
import { PV401 } from './hypervisors/PV401';
import { PV402 } from './hypervisors/PV402';
import { PV403 } from './hypervisors/PV403';
import { PV404 } from './hypervisors/PV404';
import { PV405 } from './hypervisors/PV405';
import { PV406 } from './hypervisors/PV406';
import { PV407 } from './hypervisors/PV407';
import { PV408 } from './hypervisors/PV408';
import { PV409 } from './hypervisors/PV409';
import { PV410 } from './hypervisors/PV410';
import { PV411 } from './hypervisors/PV411';
import { PV412 } from './hypervisors/PV412';
import { PV413 } from './hypervisors/PV413';
import { PV414 } from './hypervisors/PV414';
import { PV415 } from './hypervisors/PV415';
import { PV416 } from './hypervisors/PV416';
import { PV417 } from './hypervisors/PV417';
import { PV418 } from './hypervisors/PV418';
import { PV419 } from './hypervisors/PV419';
import { PV450 } from './hypervisors/PV450';
import { PV601 } from './machines/PV601';
import { PV602 } from './machines/PV602';
import { PV603 } from './machines/PV603';
import { PV604 } from './machines/PV604';
import { PV605 } from './machines/PV605';
import { PV606 } from './machines/PV606';
import { PV607 } from './machines/PV607';
import { PV608 } from './machines/PV608';
import { PV609 } from './machines/PV609';
import { PV610 } from './machines/PV610';
import { PV611 } from './machines/PV611';
import { PV612 } from './machines/PV612';
import { PV613 } from './machines/PV613';
import type { FindingPage } from './page';
import { PV501 } from './placement/PV501';
import { PV502 } from './placement/PV502';
import { PV511 } from './placement/PV511';
import { PV512 } from './placement/PV512';
import { PV513 } from './placement/PV513';
import { PV514 } from './placement/PV514';
import { PV515 } from './placement/PV515';
import { PV516 } from './placement/PV516';
import { PV517 } from './placement/PV517';
import { PV518 } from './placement/PV518';
import { PV519 } from './placement/PV519';
import { PV010 } from './program/PV010';
import { PV011 } from './program/PV011';
import { PV012 } from './program/PV012';
import { PV013 } from './program/PV013';
import { PV014 } from './program/PV014';
import { PV015 } from './program/PV015';
import { PV016 } from './program/PV016';
import { PV017 } from './program/PV017';
import { PV018 } from './program/PV018';
import { PV019 } from './program/PV019';
import { PV022 } from './reading/PV022';
import { PV023 } from './reading/PV023';
import { PV024 } from './reading/PV024';
import { PV025 } from './reading/PV025';
import { PV026 } from './reading/PV026';
import { PV027 } from './reading/PV027';
import { PV028 } from './reading/PV028';
import { PV029 } from './reading/PV029';
import { PV030 } from './reading/PV030';
import { PV031 } from './reading/PV031';
import { PV032 } from './reading/PV032';
import { PV033 } from './reading/PV033';
import { PV034 } from './reading/PV034';
import { PV035 } from './reading/PV035';
import { PV036 } from './reading/PV036';
import { PV037 } from './reading/PV037';
import { PV038 } from './reading/PV038';
import { PV039 } from './reading/PV039';
import { PV050 } from './reading/PV050';
import { PV051 } from './reading/PV051';
import { PV040 } from './schema/PV040';
import { PV041 } from './schema/PV041';
import { PV042 } from './schema/PV042';
import { PV043 } from './schema/PV043';
import { PV044 } from './schema/PV044';
import { PV045 } from './schema/PV045';
import { PV046 } from './schema/PV046';
import { PV047 } from './schema/PV047';
import { PV048 } from './schema/PV048';
import { PV049 } from './schema/PV049';
import { PV058 } from './schema/PV058';
import { PV901 } from './target/PV901';
import { PV902 } from './target/PV902';
import { PV903 } from './target/PV903';
import { PV904 } from './target/PV904';
import { PV905 } from './target/PV905';
import { PV906 } from './target/PV906';
import { PV907 } from './target/PV907';
import { PV908 } from './target/PV908';
import { PV909 } from './target/PV909';
import { PV910 } from './target/PV910';
import { PV001 } from './values/PV001';
import { PV002 } from './values/PV002';
import { PV003 } from './values/PV003';
import { PV004 } from './values/PV004';
import { PV005 } from './values/PV005';
import { PV006 } from './values/PV006';
import { PV007 } from './values/PV007';
import { PV008 } from './values/PV008';

/** The pages of all findings, in the order of their codes. */
export const PAGES: readonly FindingPage[] = [
  PV001,
  PV002,
  PV003,
  PV004,
  PV005,
  PV006,
  PV007,
  PV008,
  PV010,
  PV011,
  PV012,
  PV013,
  PV014,
  PV015,
  PV016,
  PV017,
  PV018,
  PV019,
  PV022,
  PV023,
  PV024,
  PV025,
  PV026,
  PV027,
  PV028,
  PV029,
  PV030,
  PV031,
  PV032,
  PV033,
  PV034,
  PV035,
  PV036,
  PV037,
  PV038,
  PV039,
  PV040,
  PV041,
  PV042,
  PV043,
  PV044,
  PV045,
  PV046,
  PV047,
  PV048,
  PV049,
  PV050,
  PV051,
  PV058,
  PV101,
  PV102,
  PV103,
  PV104,
  PV105,
  PV106,
  PV107,
  PV108,
  PV109,
  PV110,
  PV111,
  PV112,
  PV113,
  PV201,
  PV202,
  PV203,
  PV204,
  PV205,
  PV206,
  PV207,
  PV208,
  PV209,
  PV210,
  PV211,
  PV212,
  PV301,
  PV302,
  PV303,
  PV304,
  PV305,
  PV306,
  PV307,
  PV308,
  PV309,
  PV310,
  PV311,
  PV312,
  PV313,
  PV314,
  PV315,
  PV316,
  PV317,
  PV318,
  PV401,
  PV402,
  PV403,
  PV404,
  PV405,
  PV406,
  PV407,
  PV408,
  PV409,
  PV410,
  PV411,
  PV412,
  PV413,
  PV414,
  PV415,
  PV416,
  PV417,
  PV418,
  PV419,
  PV450,
  PV501,
  PV502,
  PV511,
  PV512,
  PV513,
  PV514,
  PV515,
  PV516,
  PV517,
  PV518,
  PV519,
  PV601,
  PV602,
  PV603,
  PV604,
  PV605,
  PV606,
  PV607,
  PV608,
  PV609,
  PV610,
  PV611,
  PV612,
  PV613,
  PV701,
  PV702,
  PV703,
  PV704,
  PV705,
  PV706,
  PV707,
  PV708,
  PV709,
  PV710,
  PV711,
  PV712,
  PV713,
  PV714,
  PV715,
  PV716,
  PV717,
  PV718,
  PV719,
  PV720,
  PV721,
  PV722,
  PV723,
  PV724,
  PV725,
  PV726,
  PV801,
  PV802,
  PV803,
  PV804,
  PV805,
  PV901,
  PV902,
  PV903,
  PV904,
  PV905,
  PV906,
  PV907,
  PV908,
  PV909,
  PV910,
];
