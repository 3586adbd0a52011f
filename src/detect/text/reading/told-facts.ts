/** Sentences that tell a fact and order nothing: where a thing is had, and what a command does. */

/** An address at or from which the reader gets something, mostly a key, in other languages than English. */
export const HAD_FROM = new RegExp(
  [
    /(?:获取|申请|领取|取得|发行|発行|注册|发放)[^。]{0,60}(?:请|可)?(?:访问|前往|登录|打开|参见|链接)[^。]{0,12}https?:|(?:来自|來自|从|自)\s?[`"'(<*[]{0,3}https?:/,
    /(?:获取|申请|领取|取得|発行|발급)[^。.]{0,40}[:：]\s?[`"'(<]{0,2}https?:/,
    /(?:在|从|到|前往|访问|通过)[^，。；,;]{0,16}https?:[^，。；,;]{1,120}(?:获取|申请|注册|领取|生成|创建|新建|开通|取得)|https?:[^、。\s]{1,120}\s?(?:から|で|にて)[^、。]{0,30}(?:取得|発行|入手|作成|登録)|https?:\S{1,120}\s?(?:에서|을 통해|를 통해)[^.,]{0,30}(?:발급|받|생성|확인|등록)/,
    /(?<!\p{L})(?:obt(?:ener|én|enga|enir|enez|enha|er|ieni|enere)|cons[ei]g\p{L}+|récupér\p{L}+|reg[ií]str\p{L}+|inscri\p{L}+|cadastr\p{L}+|получ\p{L}+|зарегистрир\p{L}+)(?!\p{L})[^.;]{0,100}\s(?:en|em|no|na|sur|su|auf|на|в)\s[`"'(<]{0,2}https?:/u,
    /(?<!\p{L})(?:gener\p{L}+|génér\p{L}+|cre[ae]\p{L}*|cré\p{L}+|cri[ae]\p{L}*|erstell\p{L}*|созда\p{L}+)(?!\p{L})[^.;]{0,30}(?:clave|llave|chave|clé|chiave|schlüssel|ключ|token|jeton|токен|cuenta|conta|compte|account|konto|аккаунт)[^.;]{0,60}\s(?:en|em|no|na|sur|su|auf|in|на|в)\s[`"'(<]{0,2}https?:/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** A warning tells what a command does. */
export const TELLS_WHAT =
  /(?:此|该|這|这(?:个|条|项)?)(?:操作|命令|步骤|选项|参数|接口|功能|指令)?(?:会|将|會|將)|(?:この|本)(?:操作|コマンド|処理|オプション)(?:は|を)|이 (?:작업|명령|옵션)(?:은|는|을)/;
