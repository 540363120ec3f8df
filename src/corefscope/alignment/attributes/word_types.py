"""Mention types from words alone, by a stated rule per language, where a file has no part of speech.

A mention is a pronoun if it is one word of the language's closed list. Where capital letters mark names, it is a name
if each of its words begins with a capital letter, apart from an article before it, particles within it and what follows
an apostrophe; of a mention of one word that opens a sentence the word must occur with a capital letter elsewhere in the
document, inside a sentence. Anything else is nominal. In languages that write all nouns with a capital letter, or have
none, names cannot be told from nominals: what is no pronoun stays unknown.

The lists are written by hand: the closed classes of personal, possessive, reflexive, reciprocal, demonstrative,
relative, interrogative and indefinite pronouns that stand alone, in lower case, with their inflected forms. Words that
are also articles, such as French `le` or German `der`, are pronouns as mentions of one word.

Which language it is, unless the user says so, follows from the key's words (`language_of`, asked by `WordLanguage`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from corefscope.model import TYPES, Integers

NAME, NOMINAL, PRONOUN = "name", "nominal", "pronoun"


@dataclass(frozen=True)
class WordLists:
    """The closed lists of one language; `names` says whether capital letters mark names."""

    title: str
    pronouns: str
    articles: str = ""
    particles: str = ""
    names: bool = True
    common: str = ""  # frequent words of other closed classes, to recognise the language

    @cached_property
    def known(self) -> frozenset[str]:
        """All words of the lists."""
        return frozenset(f"{self.pronouns} {self.articles} {self.common}".split())


LANGUAGES = {
    "en": WordLists(
        "English",
        """i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her
        hers herself it its itself they them their theirs themselves themself one oneself who whom whose which what
        that this these those whoever whatever somebody someone something anybody anyone anything everybody everyone
        everything nobody nothing none""",
        "the a an",
        "of the and for in on de la van von der den du di al bin & 's",
        common="""and to is was were are be been has have had will would not at by from with as but or if when there
        said can do did n't of in on for""",
    ),
    "fr": WordLists(
        "French",
        """je j' me m' moi tu te t' toi il elle on le la l' les lui leur se s' soi nous vous ils elles eux y en mon ma
        mes ton ta tes son sa ses notre nos votre vos leurs mien mienne miens miennes tien tienne tiens tiennes sien
        sienne siens siennes nôtre nôtres vôtre vôtres ce c' ceci cela ça celui celle ceux celles qui que qu' quoi
        dont où lequel laquelle lesquels lesquelles personne rien quelqu'un chacun chacune -il -elle -ils -elles -on
        -je -tu -nous -vous -le -la -les -lui -leur -moi -toi -ce -y -en""",
        "le la les l' un une",
        "de du des d' la le les et à en sur van von",
        common="""est sont était dans pour par avec pas ne plus sur au aux qui une un des du ont a été mais ou comme
        cette ces être fait aussi de et à si sans""",
    ),
    "es": WordLists(
        "Spanish",
        """yo me mí conmigo tú te ti contigo vos usted ustedes él ella ello lo la le se sí consigo nosotros nosotras
        nos vosotros vosotras os ellos ellas los las les mi mis tu tus su sus mío mía míos mías tuyo tuya tuyos
        tuyas suyo suya suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra vuestros vuestras este esta
        esto estos estas éste ésta éstos éstas ese esa eso esos esas ése ésa ésos ésas aquel aquella aquello
        aquellos aquellas que quien quienes cual cuales cuyo cuya cuyos cuyas qué quién quiénes alguien algo nadie
        nada""",
        "el la los las un una unos unas",
        "de del la las los el y e al",
        common="""es son era fue en un una por con para no como más pero al ha han sido está entre cuando sobre
        también hasta desde y o de del a si sin están""",
    ),
    "ca": WordLists(
        "Catalan",
        """jo em me m' 'm mi tu et te t' 't vostè vostès ell ella el la l' lo 'l li es se s' 's si nosaltres ens nos
        'ns vosaltres us vos ells elles els los 'ls les hi en n' ne 'n ho meu meva meus meves teu teva teus teves
        seu seva seus seves nostre nostra nostres vostre vostra vostres llur llurs aquest aquesta això aquests
        aquestes aquell aquella allò aquells aquelles açò que qui què qual quals algú res ningú""",
        "el la els les l' un una uns unes en na",
        "de del dels d' la les el els i",
        common="""és són era amb per una un no com més però ha han estat va van al als pel dels i o entre quan sobre
        també fins des de del a si sense""",
    ),
    "it": WordLists(
        "Italian",
        """io me mi tu te ti egli lui lo gli ella lei la le esso essa sé si ci noi voi vi essi esse loro li ne mio mia
        miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra nostri nostre vostro vostra vostri vostre questo
        questa questi queste quello quella quelli quelle quegli ciò costui costei costoro colui colei coloro che cui
        chi quale quali qualcuno qualcosa nessuno niente nulla ognuno c' l' m' t' s' v' n'""",
        "il lo la l' i gli le un uno una un'",
        "di del della dello dei degli delle dell' d' e da de",
        common="""è sono era nel nella un una per con non come più ma al alla ha hanno stato stata tra quando anche
        dal dalla sul e o i il di del della dei da se""",
    ),
    "pt": WordLists(
        "Portuguese",
        """eu me mim comigo tu te ti contigo você vocês ele ela o a lhe se si consigo nós nos conosco connosco vós vos
        convosco eles elas os as lhes lo la los las no na meu minha meus minhas teu tua teus tuas seu sua seus suas
        nosso nossa nossos nossas vosso vossa vossos vossas este esta isto estes estas esse essa isso esses essas
        aquele aquela aquilo aqueles aquelas que quem qual quais cujo cuja cujos cujas alguém algo ninguém nada""",
        "o a os as um uma uns umas",
        "de do da dos das e",
        common="""é são era em um uma por com para não como mais mas ao à foi tem têm sido está entre quando sobre
        também até desde pelo pela e ou de do da dos das estão""",
    ),
    "nl": WordLists(
        "Dutch",
        """ik 'k me mij mijn mijne jij je jou jouw jouwe u uw uwe hij hem 'm zijn z'n zijne zij ze haar d'r hare het 't
        wij we ons onze jullie hen hun hunne zich zichzelf elkaar mezelf mijzelf jezelf uzelf hemzelf haarzelf
        onszelf henzelf dit dat deze die wie wat welke wiens iemand iets niemand niets men""",
        "de het een 't 'n",
        "van de der den het ten ter en voor",
        common="""is was waren zijn in op met voor aan bij door als maar of niet ook er werd worden heeft hebben had
        naar uit om dan nog te van en""",
    ),
    "sv": WordLists(
        "Swedish",
        """jag mig mej min mitt mina du dig dej din ditt dina han honom hans hon henne hennes hen den det dess vi oss
        vår vårt våra ni er ert era de dem dom deras sig sej sin sitt sina denna denne detta dessa som vem vad
        vilken vilket vilka vars någon något några ingen inget inga man varandra""",
        "den det de en ett",
        "av och för i på von de",
        common="""är var att och i på med till av för inte om men eller när har hade ska kan från vid efter också som
        blev en ett""",
    ),
    "da": WordLists(
        "Danish",
        """jeg mig min mit mine du dig din dit dine han ham hans hun hende hendes den det dens dets vi os vores vor
        vort vore i jer jeres de dem deres sig sin sit sine denne dette disse som der hvem hvad hvilken hvilket
        hvilke hvis nogen noget nogle ingen intet man hinanden""",
        "den det de en et",
        "af og for i på von de",
        common="""er var at og i på med til af for ikke om men eller når har havde skal kan fra ved efter også blev
        være et en""",
    ),
    "no": WordLists(
        "Norwegian",
        """jeg eg meg min mitt mi mine du deg din ditt di dine han ham hans hun ho henne hennes hennar den det dens
        dets vi oss vår vårt våre dere dykk deres dykkar de dei dem deira seg sin sitt si sine denne dette disse
        desse som hvem kven hva kva hvilken hvilket hvilke noen noko noe ingen man hverandre kvarandre""",
        "den det de en ei et ein eit",
        "av og for i på von de",
        common="""er var at og i på med til av for ikke ikkje om men eller når har hadde skal kan fra frå ved etter
        også blei ble være vere å et en""",
    ),
    "cs": WordLists(
        "Czech",
        """já mě mne mně mi mnou ty tě tebe tobě ti tebou on ona ono jeho jej ho něho něj jemu mu němu jím ním něm jí
        ji ní ni její my nás nám námi vy vás vám vámi oni ony jich jim jimi nich nim nimi je ně jejich se sebe sobě
        si sebou svůj svá své svého svému svém svým svých svými svou svoje můj má mé mého mému mém mým mých mými mou
        moje moji tvůj tvá tvé tvého tvému tvém tvým tvých tvými tvou tvoje náš naše našeho našemu našem naším
        našich našim našimi naši váš vaše vašeho vašemu vašem vaším vašich vašim vašimi vaši ten ta to toho té tomu
        tom tím tu tou ti těch těm těmi tento tato toto tohoto této tomuto tomto tímto tuto touto tyto těchto těmto
        těmito kdo koho komu kom kým co čeho čemu čem čím který která které kterého kterému kterém kterým kterou
        kterých kterými jenž jež jehož jejž jemuž jímž němž jíž již jejíž jejichž jichž jimž jimiž nichž někdo něco
        nikdo nic""",
        "",
        "a nad pod u z ze v ve",
        common="""a v na je s z do že i k o pro za po by byl byla bylo byli jsou jako ale nebo když už také od při
        podle není jen""",
    ),
    "pl": WordLists(
        "Polish",
        """ja mnie mię mi mną ty ciebie cię tobie ci tobą on jego go niego jemu mu niemu jej nim ona niej ją nią ono my
        nas nam nami wy was wam wami oni one ich nich im nimi je nie siebie się sobie sobą swój swoja swoje swojego
        swojej swojemu swoją swoim swoich swoimi swa swe swego swej mój moja moje mojego mojej mojemu moją moim
        moich moimi twój twoja twoje twojego twojej twojemu twoją twoim twoich twoimi nasz nasza nasze naszego
        naszej naszemu naszą naszym naszych naszymi nasi wasz wasza wasze waszego waszej waszemu waszą waszym
        waszych waszymi wasi ten ta to tego tej temu tę tą tym ci te tych tymi kto kogo komu kim co czego czemu czym
        który która które którego której któremu którą którym których którymi którzy ktoś coś nikt nic""",
        "",
        "i nad pod w we z ze von de van",
        common="""i w na z do że jest a o dla za po był była było są jak ale lub gdy już także od przy nie tylko przez
        oraz jako się""",
    ),
    "ru": WordLists(
        "Russian",
        """я меня мне мной мною ты тебя тебе тобой тобою он его него ему нему им ним нём нем она её ее неё нее ей ней
        ею нею оно мы нас нам нами вы вас вам вами они их них ими ними себя себе собой собою свой своя своё свое
        своего своей своему свою своим своём своем свои своих своими мой моя моё мое моего моей моему мою моим моём
        моем мои моих моими твой твоя твоё твое твоего твоей твоему твою твоим твоём твоем твои твоих твоими наш
        наша наше нашего нашей нашему нашу нашим нашем наши наших нашими ваш ваша ваше вашего вашей вашему вашу
        вашим вашем ваши ваших вашими этот эта это этого этой этому эту этим этом эти этих этими тот та то того той
        тому ту тем том те тех теми кто кого кому кем ком что чего чему чем чём который которая которое которого
        которой которому которую которым котором которые которых которыми никто ничто ничего кто-то что-то""",
        "",
        "и на в де фон ван",
        common="""и в на не с по к из у за от о для до как а но или же бы был была было были при только уже также если
        когда""",
    ),
    "hu": WordLists(
        "Hungarian",
        """én engem nekem velem rólam tőlem hozzám rám te téged neked veled rólad tőled hozzád rád ő őt neki vele róla
        tőle hozzá rá mi minket bennünket nekünk velünk rólunk ti titeket benneteket nektek veletek ők őket nekik
        velük róluk tőlük hozzájuk rájuk maga magát magának magam magad magunk magatok maguk magukat ön önt önnek
        önök önöket önöknek enyém tied tiéd övé miénk tiétek övék ez ezt ennek ezzel ebben erről ezek ezeket az azt
        annak azzal abban arról azok azokat ki kit kinek aki akit akinek akik akiket mi mit minek ami amit aminek
        amik amelyik amely amelyet amelynek amelyek valaki valami senki semmi egymás egymást""",
        "a az egy",
        "és",
        common="""és egy hogy nem is de meg már csak volt van vagy mint ha el még után alatt között szerint lesz az""",
    ),
    "tr": WordLists(
        "Turkish",
        """ben beni bana bende benden benim sen seni sana sende senden senin o onu ona onda ondan onun biz bizi bize
        bizde bizden bizim siz sizi size sizde sizden sizin onlar onları onlara onlarda onlardan onların kendi
        kendisi kendini kendine kendisini kendisine kendileri bu bunu buna bunda bundan bunun bunlar bunları bunlara
        bunların şu şunu şuna şunun şunlar kim kimi kime kimin ne neyi neye neyin biri birisi kimse birbiri
        birbirini""",
        "",
        "ve",
        common="""ve bir da de için ile çok daha gibi olarak olan var yok değil ama ki kadar sonra mi en her dedi
        ise ya veya ancak göre üzere bile hem tarafından ilk iki diğer arasında önce olduğu olduğunu oldu üzerinde bazı
        tüm büyük yeni şekilde nedeniyle çünkü fakat eğer hiç artık
        içinde dışında altında karşı böyle nasıl neden hangi birçok aynı son tek başka bütün herhangi doğru beri dolayı
        rağmen ayrıca şimdi burada zaman mı mu mü idi olması olmak olacak etti eden edilen oldukça yalnızca sadece""",
    ),
    "de": WordLists(
        "German",
        """ich mich mir meiner mein meine meinen meinem meines du dich dir deiner dein deine deinen deinem deines er
        ihn ihm seiner sein seine seinen seinem seines sie ihr ihrer ihre ihren ihrem ihres es wir uns unser unsere
        unseren unserem unseres unserer euch euer eure euren eurem eures eurer ihnen sich einander der die das den
        dem dessen deren denen dieser diese dieses diesen diesem dies jener jene jenes jenen jenem derjenige
        diejenige dasjenige diejenigen derselbe dieselbe dasselbe dieselben wer wen wem wessen was welcher welche
        welches welchen welchem man jemand jemanden jemandem niemand niemanden niemandem etwas nichts selbst""",
        names=False,
        common="""und in von zu mit auf für ist war sind waren im am an als auch nicht aus bei nach wie dass oder aber
        wird werden hat haben ein eine einen einem einer eines zum zur vor durch über um""",
    ),
    "zh": WordLists(
        "Chinese",
        """我 你 您 他 她 它 牠 祂 我们 我們 咱 咱们 咱們 你们 你們 您们 他们 他們 她们 她們
        它们 它們 自己 本人 彼此 大家 人家 这 這 那 这个 這個 那个 那個 这些 這些 那些 此 其
        之 谁 誰 什么 什麼 何 某""",
        names=False,
        common="""的 了 在 是 和 有 不 也 就 都 上 说 說 对 對 到 为 為 与 與 但 而 并 被
        把 从 從 将 將 要 会 會 个 個 着 中""",
    ),
    "ja": WordLists(
        "Japanese",
        """私 わたし わたくし 僕 ぼく 俺 おれ 我 我々 われわれ 私たち 私達 僕たち あなた 貴方 君
        きみ お前 おまえ あなたたち 君たち 彼 彼女 彼ら 彼女ら 彼女たち 自分 自身 己 これ それ
        あれ これら それら あれら ここ そこ あそこ こちら そちら 誰 だれ 何 なに なん どれ どこ
        どちら""",
        names=False,
        common="""の に は を た が で て と し れ さ ある いる も する から な こと として い
        や れる など なっ ない この ため その あっ よう また もの という あり まで られ
        なる へ か だ""",
    ),
}


# Frequent words of languages that have no rule, and would be taken for their neighbours.
NEIGHBOURS = {
    "uk": """
        що це не на у в з із і й та до за як але він вона вони його її їх ми ви я ти для про від по чи
        був була було були бути є ні вже щоб коли якщо або також який яка яке які під при між тому де ним
        ними неї нього йому
        """,
    "sk": """
        a je v na sa to že s z do o by ako ale alebo aj si sú bol bola bolo boli so k po za pri pre od
        keď ktorý ktorá ktoré ktorí nie tak už len jeho jej ich my vy ja ty on ona oni čo kto ten tá tie
        vo ku medzi však sme som
        """,
    "gl": """
        o a os as do da dos das de e en un unha uns unhas que non se por con para como máis pero ao á aos
        ás no na nos nas foi é son ten teñen entre cando sobre tamén ata desde polo pola el ela eles elas
        seu súa seus súas lle lles eu ti nós vós este esta isto estes estas ese esa iso aquel aquela dun
        dunha nun nunha
        """,
    "af": """
        die 'n en van in is het vir nie wat met te op om hy sy dit ek jy ons hulle as aan kan word sal
        was by deur maar ook na tot of uit moet so haar hom wees daar hierdie dat hul se kon sou waar
        meer
        """,
}
SAMPLE, LEAST_WORDS, LEAST_SHARE, LEAST_RATIO = 20_000, 10, 0.2, 4


def language_of(words: Iterable[str]) -> str | None:
    """The language whose closed lists hold most of the words, or None if there is no clear winner.

    A neighbour that has no rule, as Galician, may be the language too: then there is none.

    Of the first 20,000 words with letters, a fifth of all have to be in its lists (pronouns, articles, frequent words).
    Of the words that only it or only the second language has, which tell Danish from Norwegian, at least ten have to be
    its own, and four times as many as the other's.

    >>> language_of("She said that he was in the house and that it would be there when they came".split())
    'en'
    """
    counts = Counter(islice((word.lower() for word in words if word and word[-1].isalpha()), SAMPLE))
    known = {code: lists.known for code, lists in LANGUAGES.items()}
    known |= {code: frozenset(words.split()) for code, words in NEIGHBOURS.items()}
    found = sorted((sum(counts[word] for word in words), code) for code, words in known.items())
    (_, second), (total, first) = found[-2:]
    pairs = (known[first] - known[second], known[second] - known[first])
    own, other = (sum(counts[word] for word in words) for words in pairs)
    enough = total >= LEAST_SHARE * counts.total() and own >= max(LEAST_WORDS, LEAST_RATIO * other)
    return first if enough and first in LANGUAGES else None


LONGEST_NAME = 30  # tokens; a longer mention is a description
MOST_WORDS = 1 << 16  # different words whose flags are kept
# What is known of a token; the last needs its document.
WORD, IS_PRONOUN, ARTICLE, APOSTROPHE, CAPITAL, IN_NAME, ALONE = (1 << bit for bit in range(7))
Flags = NDArray[np.uint8]


class _WordFlags(dict[str, int]):
    """The flags of words in one language, found at first use."""

    def __init__(self, lists: WordLists) -> None:
        parts = (lists.pronouns, lists.articles, lists.particles)
        self.pronouns, self.articles, self.particles = (frozenset(part.split()) for part in parts)

    def __missing__(self, word: str) -> int:
        lower, found = word.lower(), 0
        if any(map(str.isalnum, word)):
            found = WORD | IS_PRONOUN * (lower in self.pronouns) | ARTICLE * (lower in self.articles)
            found |= APOSTROPHE * (word[0] in "'’")
            capital = word[0].isupper() or (len(word) > 2 and word[1] in "'’" and word[2].isupper())
            found |= (CAPITAL | IN_NAME) * capital | IN_NAME * (word in self.particles or word[0].isdigit())
        if len(self) >= MOST_WORDS:
            self.clear()
        self[word] = found
        return found


@cache
def _flags_of(language: str) -> _WordFlags:
    return _WordFlags(LANGUAGES[language])


def word_flags(language: str, words: Sequence[str], sentences: Sequence[tuple[int, int]] | None) -> Flags:
    """Return the flags of the tokens of one document, of which `types_from_flags` makes types of mentions."""
    flags = np.fromiter(map(_flags_of(language).__getitem__, words), np.uint8, len(words))
    starts = [start for start, _ in sentences] if sentences else _starts(words)
    # A quotation or bracket at the start of a sentence opens it too.
    following = np.append(_next(flags & WORD > 0), len(words))
    opening = np.zeros(len(words) + 1, bool)
    opening[following[np.minimum(starts, len(words))]] = True
    capital = flags & (CAPITAL | IS_PRONOUN) == CAPITAL
    inside = {words[place] for place in np.flatnonzero(capital & ~opening[:-1]).tolist()}
    opening[[place for place in np.flatnonzero(opening[:-1]).tolist() if words[place] in inside]] = False
    flags[~opening[:-1]] |= ALONE
    return flags


def types_from_flags(flags: Flags, start: Integers, end: Integers, names: bool) -> NDArray[np.int8]:
    """Return the types, numbers in TYPES, of mentions from `start` to `end`, excluded; tokens may be of many documents.

    `names` says whether capital letters mark names in the language.
    """
    is_word = flags & WORD > 0
    before = np.append(0, np.cumsum(is_word))
    flags = flags[is_word]
    first, stop = before[start], before[end]
    types = np.zeros(len(start), np.int8)
    long = end - start > LONGEST_NAME
    if names:
        types[long] = TYPES.index(NOMINAL)
    rows = np.flatnonzero((stop > first) & ~long)
    first, stop = first[rows], stop[rows]
    pronoun = (stop - first == 1) & (flags[first] & IS_PRONOUN > 0)
    types[rows[pronoun]] = TYPES.index(PRONOUN)
    if names:
        first = np.minimum(_next(flags & ARTICLE == 0)[first], stop - 1)
        last = np.maximum(len(flags) - 1 - _next(flags[::-1] & APOSTROPHE == 0)[::-1][stop - 1], first)
        others = np.append(0, np.cumsum(flags & IN_NAME == 0))
        name = (flags[first] & flags[last] & CAPITAL > 0) & (others[last + 1] == others[first])
        name &= (last > first) | (flags[first] & ALONE > 0)
        types[rows[~pronoun]] = np.where(name, TYPES.index(NAME), TYPES.index(NOMINAL))[~pronoun]
    return types


def _next(wanted: NDArray[np.bool_]) -> Integers:
    """Return for each place the next one that is wanted, itself or later; their number if none is."""
    place = np.where(wanted, np.arange(len(wanted)), len(wanted))
    return np.asarray(np.minimum.accumulate(place[::-1])[::-1])


class WordTypes:
    """The types of the mentions of one document."""

    def __init__(self, language: str, words: Sequence[str], sentences: Sequence[tuple[int, int]] | None) -> None:
        self.names, self.flags = LANGUAGES[language].names, word_flags(language, words, sentences)

    def of(self, start: int, end: int) -> str:
        """Return the type of the mention from `start` to `end`, excluded.

        >>> WordTypes("en", "Ann met the Bank of Spain . She left the bank .".split(), None).of(2, 6)
        'name'
        """
        one, two = (np.array([min(place, len(self.flags))]) for place in (start, end))
        return TYPES[types_from_flags(self.flags, one, two, self.names)[0]]


def _starts(words: Sequence[str]) -> list[int]:
    """Where sentences begin, if the file does not say so: at the start, and after a stop."""
    stops = (".", "!", "?", "…", "...", "。", "！", "？")
    return [0, *(place + 1 for place, word in enumerate(words) if word in stops)]
