"""Snowball stems of the commonest English words. Made by scripts/common-words; do not edit.

Source: SCOWL, sizes 10 and 20 (http://wordlist.aspell.net/). Copyright 2000-2018 by Kevin Atkinson. Permission to use,
copy, modify, distribute and sell these word lists, the associated scripts, the output created from the scripts, and
its documentation for any purpose is hereby granted without fee, provided that the above copyright notice appears in all
copies and that both that copyright notice and this permission notice appear in supporting documentation. Kevin Atkinson
makes no representations about the suitability of this array for any purpose. It is provided "as is" without express or
implied warranty. These sizes are made of lists in the public domain.
"""

from __future__ import annotations

STEMS = """
aardvark abandon abbrevi abid abil abnorm abolish abolit abort about abov abroad absenc absent absolut absorb abstract
absurd abus abysm academ acceler accent accept access accid accident accommod accompani accomplish accord account
accumul accur accuraci accus accustom achiev acknowledg acorn acoust acquaint acquir acquisit acronym across act
action activ actor actual acut adapt adaptor add addict addit address adequ adher adjac adject adjust administ
administr admir admiss admit adopt adult advanc advantag advent adventur advers advert advertis advic advis advisor
advisori advoc aerial aesthet affair affect afford aforement afraid after afternoon afterward again against age agenc
agenda agent aggress agoni agre agreement agricultur ahead aid aim aircraft airport alarm albeit album alcohol alert
algebra algorithm alia alias alien align alik aliv alleg allerg allevi alli allianc alloc allow almost alon along
alongsid aloud alpha alphabet alreadi alter altern although altogeth alway amateur amaz ambassador amber ambient
ambigu ambiti amend among amongst amount ampl amplifi amus anagram analog analogu analys analysi analyst analyz
anarchi anatomi ancestor ancient anecdot angel anger angl angri anguish anim anniversari announc annoy annual anomali
anonym anorak anoth answer antholog anticip antidot antiqu antisoci anxious anybodi anyhow anyon anyplac anyth anyway
anywher apart apathet apathi apolog apologis apostroph appal appar apparatus appeal appear append appendix appl
applaus appli applic appoint apprais appreci approach appropri approv approxim arbitrari arbitrarili arcad arcan
archaic architectur archiv area arena argu arguabl argument aris arisen arithmet arm aros around arrang array arrest
arriv arrog arrow articl artifici artist ascend ash asham ashcan asid ask asleep aspect assault assembl assert assess
asset assign assist associ assort assum assumpt assur asterisk astronom astronomi asynchron atheism atheist atlas
atmospher atom atroc attach attack attain attempt attend attent attitud attorney attract attribut audibl audienc audio
authent author authoris autobiographi autom automat automobil autumn avail averag avoid aw await awak awar award
awkward axiom babi back backbon background backlog backspac backward bacteria bacterium bad badg baffl baggag bake
balanc ball ballet ballot ban banal banana band bandwagon bandwidth bank bankrupt banner bar bare bargain bark baroqu
barrel barrier barrist base basement bash basi basic basket bass bastard batch bath bathroom batteri battl be beach
bean bear beard beast beat beaten beauti becam becaus becom bedroom beer befor beforehand began begin beginn begun
behalf behav behavior behaviour behind belief believ bell belong belov below bench bend beneath benefici benefit besid
bet better between bewar beyond bias bibl biblic bicycl bid bigger biggest bigot bigotri bill billfold billion binari
bind biochemistri biographi biolog bird birth birthday biscuit bishop bite bitmap bitten bitter bizarr black
blackboard blackmail blade blame blank blanket blast blatant bless blind blink bliss block blood bloodi blow blown
blue blurb board boat bodi bog boggl bogus boil bomb bone bonus book booklet bookshop bookstor boost boot border
borderlin bore boredom born borrow bother bottl bottom bought bounc bound boundari box bracket brain brake branch
brand brass brave breach bread break breakdown breakfast breath breed breez brethren brick bridg brief briefli brigad
bright brighter brightest brilliant bring broad broadcast broke broken brother brought brown brows brush brutal bubbl
buck bucket budget buffer bugger build built bulb bullet bulletin bunch bundl burden bureaucraci buri burn burnt burst
buse busi butter button buy buyer bypass byte cabbag cabinet cabl caffein cake calcul calculus calendar call caller
camera camp campaign campus cancel cancer candid cannot canon capabl capac capit capitalist captain captur carbon card
cardboard care career careless carpet carri carriag carrier carrot cartoon cartridg case cassett cast castl casual
catalog catalogu catastroph catch categor categori cater cathedr cathol cattl caught caus causal caution caveat ceas
ceil celebr cell cellular censor censorship center centr central centuri ceremoni certain certainti certif chain chair
chairman chalk challeng chamber champagn champion chanc chancellor chang changeov channel chao chaotic chap chapel
chapter char charact characterist charg charit chariti charm chart charter chase chat cheap cheaper cheapest cheapli
cheat check checker cheek cheer chees chemic chemist chemistri chequ chequer chess chest chestnut chew chicken chief
child childhood childish children chip chocol choic choir choos chop choral chord chorus chose chosen chuck chunk
church cider cigarett cinema circa circl circuit circuitri circul circular circumst cite citi citizen civil civilian
civilis claim clarif clarifi clariti clash class classic classif classifi claus clean cleaner cleanest clear clearanc
clearer clearest clever cleverest click client cliff climat climb clinic clip cliqu clock clone close closer closest
closet closur cloth cloud club clue clumsi cluster coach coars coast coat cobbler code coffe coher coin coincid
collabor collaps collar collat colleagu collect colleg colon coloni color colour column combat combin come comedi
comfort comic comma command commenc comment commentari commerci commiss commit committe commod common communal
communic communism communist communiti compact compani companion compar comparison compass compat compel compens
compet competit competitor compil complac complain complaint complement complementari complet complex compli complic
compliment compon compos composit compound comprehend comprehens compress compris compromis compuls compulsori comput
computer computeris concaten conceal conced conceiv concentr concept conceptu concern concert concerto concis conclud
conclus concret concur concurr condemn condens condit condom condon conduct conductor confer confess confid confidenti
configur confin confirm conflict conform confront confus congest congratul conjectur conjunct connect connector connot
conscienc conscious consecut consensus consent consequ conserv consid consider consist consol conspicu conspiraci
constant constitu constitut constrain constraint construct consult consum consumpt contact contain contempl
contemporari contempt contend content contenti contest context contin continent continu continuum contour contracept
contract contradict contradictori contrari contrast contravent contribut contributor contriv control controversi
conveni convent convers convert convey convict convinc cook cooki cool cooper coordin cope copi copper copyright
corner corpor corps correct correl correspond corridor corrupt cosmic cosmolog cost cotton cough could council counsel
count counter counterexampl counterpart counti countless countri countrysid coupl courag courier cours court courtesi
cousin cover coverag crack craft cramp crash crass crawl crazi cream creat creation creativ creator creatur credibl
credit creed creep cri cricket crime crimin crisi crisp criteria criterion critic criticis crop cross crossroad
crossword crowd crown crucial crude cruel cruelti cruis crunch crush cryptic crystal cubic cuckoo cudd culprit cultur
cum cumbersom cumul cun cupboard cur cure curios curious currenc current curri curriculum curs cursor curtain curv
custard custom customari cut cycl cyclist cylind cynic daili damag damn damnat danc danger dare dark darl dash databas
date datum daughter daylight daytim dead deadlin deal dealer dealt death debat debug debugg decad decay decent decid
decim decis declar declin decod decreas dedic deduc deduct deed deem deeper deepest deepli default defeat defect
defenc defend defens defici defin definit degener degrad degre deiti delay delet deliber delic delici delight delimit
deliv deliveri delta delus demand dement demis democraci democrat demolish demonstr deni denomin denot dens densiti
dentist depart department departur depend deposit depress depriv depth deputi derang deriv derogatori descend describ
descript desert deserv design desir desktop despair desper despis despit destin destroy destruct detach detail detect
detector deter determin deterr detract devast develop deviat devic devil devious devis devoid devot diagnosi diagnost
diagon diagram dial dialect diall dialog dialogu diamet diari dictat dictatorship dictionari die diesel differ
differenti difficult difficulti dig digest digit digniti dilemma dimens dimension dine diner dinner diplomat direct
director directori dirti disabl disadvantag disagr disagre disappear disappoint disast disastr disc discard discharg
disciplin disciplinari disclaim disco disconnect discontinu discount discourag discov discoveri discrep discret
discrimin discuss diseas disguis disgust dish dishonest dislik dismal dismiss disord display dispos disposit disput
disregard disrupt dissert dissimilar distanc distant distast distinct distinguish distort distract distress distribut
district disturb ditch ditto dive divers divert divid divin divis divorc do doctor doctrin document documentari dodg
dogma dollar domain domest domin donat doom door dose dot doubl doubt doubtless downhil downright downstair downward
dozen draft drag dragon drain drama dramat drank drastic draught draw drawback drawn dread dream dreamt dreari dress
dri drift drill drink drip drive drivel driven driver drop drove drown drug drum drunk drunken dubious duck dummi dump
dumpster duplic durat dure dustbin dusti duti dynam eager eagl earli earlier earliest earn earth easier easiest easili
eastern eat eaten eater eccentr echo ecolog econom economi edg edit editor editori educ effect effici effort eight
eighteen eighth either elabor elder elect elector electr electron eleg element elementari eleph elev eleven elig
elimin elit elitist elsewher emb embarrass embed emerg emergenc emin emot emphas emphasi emphasis empir employ employe
empti emul enabl enclos encod encount encourag end endeavor endeavour endless enemi energi enforc engag engin enhanc
enjoy enlarg enlighten enorm enough enquir enquiri ensur entail enter enterpris entertain enthusiasm enthusiast entir
entireti entiti entitl entranc entri envelop environ environment envisag episod equal equat equilibrium equip equival
eras erron error escap esoter especi essay essenc essenti establish estat estim etern ethic ethnic etymolog evalu even
evening event eventu everi everybodi everyday everyon everyth everywher evid evil evolut evolutionari evolv exact
exagger exam examin exampl exceed excel except excess exchang excit exclam exclud exclus excus execut exempt exercis
exhaust exhibit exist exit exot expand expans expect expedit expenditur expens experi experienc experiment expert
expertis expir expiri explain explan explanatori explicit explod exploit explor explos exponenti export expos exposur
express expressway extant extend extens extent extern extinct extra extract extran extraordinari extraordinarili
extrem extremist eyesight fabric face facil facilit fact factor factori factual faculti fail failur faint fainter
faintest fair fairer fairest fairi faith fall fallaci fallen fals famili familiar famin famous fanci fantasi fantast
farc farewel farmer farther farthest fascin fascist fashion faster fastest fatal father fatuous faucet fault faulti
favor favorit favour favourit fear feasibl featur feder feebl feed feedback feel fellow femal feminist fenc fender
festiv fetch fever fewer fewest fiber fibr fiction fiddl field fierc fifteen fifth fifti fight fighter figur file fill
film filter filthi final finalis financ financi find fine finer finest finger finish finit fire firework firm first
fiscal fish fit fiver fix fizzi flag flame flash flavor flavour flaw fleet flesh flexibl fli flight flip float flood
floor floppi flour flow flower flown fluctuat fluent fluffi fluid flush flute focus fold folder folk follow font food
fool foolish footbal footnot forbad forbid forbidden forc forcibl forecast foreign forese forest forev forgav forget
forgiv forgiven forgot forgotten form formal format former formul formula forth forthcom forti fortnight fortun forum
forward fossil fought found foundat fountain fourteen fourth fraction fragil fragment frame framework frank frantic
fraud freak free freed freedom freeli freeway freez french frequenc frequent fresh fri friction friend friendship
frighten fring frivol frog front frown froze frozen fruit frustrat fudg fulfil fuller fullest fulli fume function fund
fundament fundamentalist funer funni funnier funniest furnitur furri further furthermor furthest fusion fussi futil
futur fuzzi gain galact galaxi game garag garbag garbl garden gasolin gate gateway gather gear gender gene general
generalis generat generic generous genet genius genocid genr gentl gentleman gentlemen genuin geograph geographi
geolog geometri gestur get ghast ghost giant gibberish gift girl girlfriend give given glad glanc glass glean global
glori glorious glossi glove glow gnome go goal golden goldfish good goodby goodi gorgeous gospel gossip gotten govern
governor grab grace grade gradual graduat graffiti graffito grain grammar grammat grand grandfath grandmoth grant
graph graphic grasp grass grate gratuit grave gravit graviti greasi great greater greatest greed greedi green grief
grind grip groan gross grossli ground group grow grown growth guarante guard guess guest guid guidanc guidelin guilt
guilti guinea guitar gullibl gutter habit hack hacker hair haircut hairi hall halt halv hammer hand handbook handi
handicap handl handler hang hangov happen happi happier happiest happili hard hardback harden harder hardest hardi
hardship hardwar harm harmless harmoni harsh hassl hasten hasti hate hatr have havoc hazard head headach header
headlin health healthi hear heard heart heartili heat heaven heavi heavier heaviest heavili heel height helicopt hello
helmet help helpless henc henceforth herebi heresi heritag hero heroic heroin herring herself hesit heterosexu
hexadecim hidden hide hideous hierarch hierarchi high higher highest highlight highway hilari hill himself hindsight
hint hire histor histori historian hit hitherto hobbi hold holder hole holiday hollow home homosexu honest honesti
honey honor honorari honour hook hope hopeless hord horizon horizont horrend horribl horrid horrif horrifi horror hors
hospit host hostil hotel hour hous household howev huge human humbl humor humour hundr hungri hunt hurri hurt husband
hydrogen hyphen hypocrisi hypocrit hypothesi hypothet hyster icon idea ideal idealist ident identif identifi ideolog
idiom idiosyncrat idiot ignor ill illeg illiter illog illus illustr imag imagin imaginari imbal immatur immedi immens
immin immor immort immun impact impair impend imper imperfect imperi imperson implaus implement impli implic implicit
import impos imposs impract impress imprison improb improv impuls inabl inaccess inaccur inaccuraci inadequ inadvert
inan inappropri incap incarn incent inch incid incident inclin includ inclus incoher incom incompat incompet incomplet
incomprehens inconsist inconveni inconvenienc incorpor incorrect increas incred increment incur inde indefens
indefinit indent independ indetermin index indic indict indirect indistinguish individu induc induct indulg industri
ineffect ineffici inequ inertia inevit inexperienc infal infam infant infantil infect infel infer inferior infin
infinit inflat inflex inflict influenc influenti inform infrastructur infrequ infring ingeni ingredi inhabit inher
inherit inhibit initi initialis inject injur injuri injustic inner innoc innov input inquir inquiri insan insect
insecur insensit insert insid insidi insight insignific insist insofar inspect inspir instal instanc instant instead
instinct institut instruct instrument insuffici insult insur intact intak integ integr intellect intellectu intellig
intend intens intent inter interact intercours interest interfac interfer interim interior intermedi intermitt
internal internat interpret interrog interrupt intersect interval interven intervent interview intim intoler intrins
introduc introduct introductori intuit invad invalid invalu invari invas invent inventor invers invert invest investig
invis invit invok involv irat iron ironi irrat irrelev irrespect irrespons irrit island isol issu item itself jacket
jam jargon jealous jean jelli join joint joke jolli journal journalist journey judg judgement judgment juic jump
junction jungl junior justic justif justifi juvenil keep keeper kernel kettl key keyboard keystrok keyword kick kid
kidnap kidney kill killer kind king kingdom kitchen knee knife knight knock know knowledg known label labor laboratori
labour lack ladder ladi lager land landlord landscap languag larg larger largest laser last late later latest latter
laugh laughter launch lavatori lawyer lay layer layout lazi leach lead leader leadership leaflet leagu lean learn
learnt least leather leav lectur legal legend legendari legibl legisl legitim leisur lemon lend length lengthi lenient
lens lesbian lesser lesson let lethal letter level liabil liabl liaison libel liber liberti librari librarian licenc
licens lie lifestyl lifetim lift light lighter lightest lightn lightning like likelihood likewis limb limit line
linear linguist link linkag liquid liquor list listen liter literari literatur litr litter littl live liver livest
load loader loan lobbi local locat lock lodg log logic lone longer longest look loop loophol loos lord lorri lose loss
loud louder loudest lousi love lover lower lowest loyal lucki luckili ludicr luggag lump lunat lunch lunchtim lung
lurk luxuri lyric machin machineri mad magazin magic magnet magnific magnitud mail mailbox main mainfram mainstream
maintain mainten maiz major make maker male malfunct malici man manag mandat mandatori mangl mania manifest manifesto
manipul mankind manner manpow manual manufactur map march margin marit mark marker market marri marriag marvel mass
massiv master match materi mathemat mathematician matric matrix matter matur maxim maximis maximum mayb mayor meal
mean meaning meaningless meant meantim meanwhil measur mechan media medic medicin mediev medium meet megabyt melodi
member membership memor memori mend mental mention menus merci mercuri mere merg merit merri mess messag messi metal
metaphor meter method metr metric metro microcomput microprocessor microwav midday middl midnight might mighti migrat
mild mile mileag militari million mimic mind mindless mine minim minimalist minimis minimum minist minor minus minut
miracl miracul mirror miscellan misdirect miser miseri misfortun misguid misinterpret misl mislead misplac misprint
misread misrepres miss missil mission mist mistak mistaken mistook misunderstand misunderstood misus mix mixtur mnemon
moan mobil mode model moder modern modest modif modifi modul molecul molecular moment momentarili momentum monarch
money monitor monkey monochrom monopoli monster month moon moral moreov morn moron mortal most mother motion motiv
motor motorway motto mould mount mountain mous mouth move movement movi muck muddl multipl multipli mumbl mummi mundan
murder muscl museum music musician mutter mutual myself mysteri mystic myth mythic mytholog nail naiv nake name
nameless narrat narrow narrowest nasti nastier nastiest nation nativ natur naughti near nearbi nearer nearest neat
necess necessari necessarili need needl needless negat neglect neglig negoti neighbor neighborhood neighbour
neighbourhood neither nerv nervous nest network neural neutral never nevertheless newcom newer newest newli newslett
newspap nice nicer nicest nick nicknam night nightmar nobl nobodi node nois noisi nomin nonetheless nonsens normal
north northern nose nostalgia notabl notat note noth notic notif notifi notion notori notwithstand noun novel novelti
novic nowaday nowher nuclear nuisanc number numbest numer nurs obey object objection oblig obligatori obnoxi obscen
obscur observ obsess obsolet obstruct obtain obvious occas occasion occup occupi occur occurr ocean odd offenc offend
offens offer offhand offic offici offset offspr often older oldest omiss omit oneself ongo onion onward open oper
opera opinion oppon opportun oppos opposit oppress opt optic optim optimis optimist optimum option opus orang orbit
orchestr orchestra order ordinari organ organic organis organiz orient origin orthodox other otherwis ought ourselv
outcom outcri outdat outer outgo outlin outlook output outrag outright outset outsid outstand outweigh over overal
overcam overcom overdraft overdu overflow overhead overlap overload overlong overlook overnight overpr overpric
overrid overridden overrod oversea overtim overton overview overwhelm overwrit overwritten owe own owner ownership
oxygen ozon pacifi pack packag packet pad page pain painless paint pair palac panel panic pant paper paperback parad
paradis paradox paragraph parallel paramet paranoia paranoid paraphras pardon parent parenthes parenthesi pariti park
parliament parochi parodi parrot pars part parti partial particip particl particular partit partner pass passag
passeng passion passiv passport password paste patch patent path pathet patienc patient patron patronis pattern paus
pavement pay payment peac peak peanut peasant peculiar pedal pedant pedantri pedestrian peer penalti penc pencil pend
penguin penni peopl perceiv percent percentag percept perfect perform perhap period peripher perman permiss permit
perpetu persecut persist person personnel perspect persuad persuas pervers petrol petti pharmaci phase phenomena
phenomenon philosoph philosophi phoenix phone photo photocopi photograph phrase physic physicist physiolog piano pick
pictur piec pigeon pile pill pilot pinch pint pipe pipelin pitch pitfal pizza place plagu plain plan plane planet
planetari plant plaster plastic plate platform plausibl play player playground pleas pleasant pleasur plenti plot
plotter plug plural pocket poem poet poetic poetri point pointer pointless poison polar polic policeman polici polish
polit politician poll pollut polynomi pompous poor poorer poorest pop popul populac popular pornographi port portabl
porter portion portray pose posit possess possibl post postag postal postcard poster postmast postpon postscript
postul potato potenti pound pour poverti powder power practic practis pragmat prais pray prayer preach precaut preced
precious precis predecessor predict predomin prefac prefer prefix pregnanc pregnant prejud prejudic preliminari
prematur premis premium prepar prerequisit prescrib prescript presenc present preserv presid press pressur presum
pretend pretenti pretti prevail preval prevent preview previous price pride priest primari primarili prime primit
princ princip principl print printer printout prior prioriti prise prison privaci privat privatis privileg prize
probabl problem procedur proceed process processor proclaim produc product profess profession professor profil profit
profound program programm progress prohibit project prolifer prolong promin promis promot prompt prone pronoun
pronounc pronunci proof propaganda proper properti prophet proport propos proposit proprietari prose prosecut prospect
prostitut protect protein protest protocol prototyp proud prove proven provid provis provision provoc provok proxim
pseudo psycholog public publicis publish pud pull puls pump punch punctuat punctur punish punt pupil purchas pure purg
puriti purpl purpos pursu pursuit push put putt puzzl python qualif qualifi qualiti quantiti quantum quarter queen
queri quest question questionnair queu queue quibbl quick quicker quickest quiet quieter quietest quit quot quota
quotat rabbit rabid race racial racism racist rack racket radar radiat radic radio radius raid rail railroad railway
rain rainbow rais rampant random rang rank rant rapid rare rarer rarest rate rather ratio ration rational rattl rave
razor reach react reaction reactionari reactor read readabl reader readership readi readili realis realist realiti
realiz realli realm rearrang reason reassur rebuild rebuilt recal receipt receiv recent recept recip recipi reckless
reckon reclaim recogn recognis recognit recogniz recollect recommend reconcil reconsid record recov recoveri recreat
recruit rectangl rectangular rectifi recurs recycl redefin redirect reduc reduct redund refer referenc referendum
refin reflect reflex reform reformat refrain refresh refund refus refut regain regard regardless regim region regist
registr regret regrett regul regular reign reinstat reiter reject relat relationship relax relay releas relev reli
reliabl relief reliev religi religion reloc reluct remain remaind remark remedi rememb remind reminisc remot remov
renam rend render rendit renew repair repeat repent repertoir repetit rephras replac repli report repres represent
reproduc reproduct repuls reput request requir requisit reread rescu research resembl resent reserv reset resid resign
resist resolut resolv resort resourc respect respond respons rest restart restaur restor restrain restrict result
resum resurrect retail retain retir retract retriev return reus reveal revel reveng revenu revers revert review revis
revolt revolut revolutionari reward rewrit rewritten rewrot rhetor rhyme rhythm ribbon richer richest rid ridden ride
ridicul right rigid rigor ring rip rise risen risk riski ritual rival river road robot robust rock rocket role roll
roman romanc romant room root rotat rotten rough round roundabout rout routin royal royalti rubber rubbish ruin rule
ruler rumor rumour run rural rush rusti sabotag sack sacr sacrif sacrific sad sadden safe safeguard safer safest
safeti sail saint salari sale salesman salvat sampl sandwich saniti sarcasm sarcast satellit satir satisfact
satisfactori satisfactorili satisfi sauc save say scale scan scandal scanner scarc scare scarf scarlet scatter
scenario scene sceneri sceptic schedul scheme scholar school scienc scientif scientist scope score scotch scrap
scratch scream screen screw script scroll seal search season seat second secondari secret secretari sect section
sector secular secur see seek seem segment seldom select selfish sell semant seminar send sender senior sens sensat
sensibl sensit sentenc sentient sentiment separ sequel sequenc sequenti seri serial serious sermon serv servant server
servic session set settl seven seventh sever sex sexist sexual shade shadow shake shaken shaki shall shallow shame
shape share sharehold sharp sharpli shed sheep sheer sheet shelf shell shelter shelv shift shine shini ship shirt
shock shoe shone shook shoot shop short shortag shorten shorter shortest shorthand shot should shoulder shout shove
show shower shown shut shutdown sicken side sideway sight sigma sign signal signatur signific silenc silent silicon
silli sillier silliest silver similar simpl simpler simplest simpli simplic simplifi simplist simul simultan sin sinc
sincer sing singer singl singular sinist sink sister sit site situat sixteen sixth sixti size skeleton skeptic sketch
skill skip skirt skull slang slash slave sleep slept slice slide slight slighter slightest slip slipperi slogan slope
sloppi slot slow slower slowest slowli small smaller smallest smallish smart smash smell smelli smile smith smoke
smoker smooth snack snail sneak sneaki sniff snobberi sober social socialist societi sock socket softwar solar soldier
sole solicitor solid solut solv somebodi somehow someon someplac someth sometim somewhat somewher song sooner soonest
sophist sordid sorri sort sought soul sound soundtrack sourc south southern space spare spatial speak speaker speci
special specialis specialist specialti specif specifi specimen spectacular spectrum specul speech speed spell spelt
spend spent sphere spi spigot spike spill spiral spirit spiritu spit spite splendid split spoil spoilt spoke spoken
spokesman sponsor spontan spoof spool sport spot spout sprang spray spread spring sprung spurious squad squar squash
squeez stabil stabl stack staff stage stagger stair staircas stake stale stall stamp stanc stand standard standardis
standpoint star stare stark start starter startl starv state statement static station stationari statist status stay
steadi steadili steal steam steel steep steer stem step stereo stereotyp steril sterl stick sticki stiff still stimul
stir stock stole stolen stomach stone stood stop storag store storey stori storm straight straightforward strain
strang stranger strangest strateg strategi straw stray stream street strength strengthen stress stretch strict strike
string stringent strip strive stroke strong stronger strongest struck structur struggl stuck student studi studio stuf
stuff stumbl stun stunt stupid style su subject submiss submit subroutin subscrib subscript subsequ subset subsid
subsidiari subsidis substanc substanti substitut subt subtl subtleti subway succeed success successor sudden suffer
suffic suffici suffix sugar suggest suicid suit suitabl sum summar summari summaris summer sundri sunlight sunni
sunris sunshin super superb superfici superflu superior supermarket supernatur supervis supervisor supplement
supplementari suppli supplier support suppos suppress suprem sure surfac surgeri surnam surplus surpris surround
survey surviv suscept suspect suspend suspens suspici suspicion sustain swallow swamp swap swear sweat sweep sweet
swept swim swing switch sword swore sworn symbol symmetr symmetri sympath sympathet sympathi sympathis symphoni
symptom syndic syndrom synonym syntact syntax synthes synthesi system systemat tabl tack tackl tactic tactless tail
tailor take taken taker tale talent talk tangent tank tape target task tast tasteless taught tax taxat taxpay teach
teacher team teapot tear technic techniqu technolog tedious teenag teeth telephon telescop televis tell temper
temperatur templ temporari temporarili tempt temptat tend tendenc tender tenni tens tension tentat tenth term termin
terminolog terribl terrifi territori terror terrorist ters test text textbook textual thank theater theatr theft their
theme themselv theolog theorem theoret theori therapi there thereabout thereaft therebi therefor therein thereof these
thesi thick thief thiev thing think third thirst thirti thorough thoroughfar those though thought thous thousand
thread threat threaten three threshold threw throat through throughout throughput throw thrown thrust thumb ticket
tidi tie tiger tight tile time timer timescal timet tire tiresom titl toast tobacco today togeth toggl toilet token
toler tomato tomorrow tone tongu tonight tool tooth topic tortur total touch tough tourist toward tower town trace
track trade tradit traffic tragedi tragic trail train transact transcript transfer transform transient transit
translat transmiss transmit transmitt transpar transport trap trash trashcan travel tread treasur treat treati
treatment tree tremend trend trendi tri trial triangl tribe trick tricki trifl trigger trilog triniti trip tripl tripo
triumph trivia trivial trolley troop troubl trouser truck truli trumpet truncat trunk trust trusti truth tube tune
tunnel turn turntabl tutor tutori twelv twenti twentieth twice twin twist type typeset typewrit typic tyre ultim
umbrella unabl unaccept unaffect unambigu unattend unauthor unauthoris unavail unavoid unawar unbalanc unbear unbeliev
unbias uncertain uncertainti unchang uncl unclear uncomfort uncommon unconnect unconsci unconvinc undefin under
underestim undergo undergon undergradu underground underlain underlay underli underlin underneath understand
understood undertak undertaken undertook underw undesir undid undo undocu undon undoubt unduli uneasi unemploy
unexpect unexplain unfair unfamiliar unfinish unfortun unfound unfriend unhappi unhealthi unhelp unifi uniform
unimport uninterest union uniqu unit uniti univers universal universiti unjustifi unknown unless unlik unlimit unload
unlock unlucki unnatur unnecessari unnecessarili unobtain unoffici unpleas unpopular unpredict unread unrealist
unreason unrel unreli unsaf unsatisfactori unseen unset unsolicit unsound unspecifi unstabl unsuccess unsuit unsupport
unsur unsuspect untidi until untru unus unusu unwant unwelcom unwil unwis unwork upbring updat upgrad upper upright
upset upsid upstair upward urban urg urgenc urgent usabl usag use useless user usual util utter vacanc vacat vacuum
vagu valid valley valu valuabl valv vandal vanish vari variabl varianc variant variat varieti various vast vector
veget vegetarian vehicl veloc vend vendor ventur venu verb verbal verbatim verbos verdict verif verifi vers versatil
version versus vertic vessel viabl vicar vicin vicious victim victori video view viewer viewpoint vigor villag vintag
vinyl violat violenc violent violin virgin virtu virtual virus visibl vision visit visitor visual vital vocabulari
vocal voic voltag volum volunt voluntari voluntarili vomit vote voter vouch vowel vulner wade waffl wage wait wake
walk wall wallet wander want warehous warm warn warp warrant warranti wartim wash wast watch water wave weak wealth
wealthi weapon wear weari weasel weather wed week weekday weekend weigh weight weird welcom welfar western wet whale
whatev whatsoev wheel whenc whenev where wherea wherebi whereupon wherev whether which whichev while whilst whiskey
whiski whistl white whoever whole wholeheart wholli whoop whose wick wide wider widespread widest width wild will win
wind window wine wing winner winter wipe wire wisdom wiser wisest wish wit witch withdraw withdrawn withdrew within
without witti wive wizard woken woman wombat women wonder wondrous wood wooden word work workabl worker workload
workshop workstat world worldwid worm worri wors worship worst worth worthi worthless worthwhil would wound wrap
wrapper wrath wreck wrecker wretch wrist write writer written wrong wrote yard year yellow yesterday yield young
younger youngest your yourself yourselv youth zero zone
"""
